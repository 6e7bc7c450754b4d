from __future__ import annotations

import pytest

from treescore.errors import UsageError
from treescore.languages import language


@pytest.mark.parametrize("code", ["de", "DE", "de-AT", "de_DE.UTF-8", " De-CH "])
def test_a_country_is_no_other_language(code: str):
    assert language(code) == "de"


@pytest.mark.parametrize("code", ["German", "", "d", "d3", "-", "../de", None])
def test_what_is_no_code_is_refused(code: str):
    with pytest.raises(UsageError, match="two or three letters, like en or de"):
        language(code)
