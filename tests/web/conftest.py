"""The application without a server."""

from __future__ import annotations

import pytest
from fastapi.testclient import TestClient

from tests.web.inline import Inline
from treescore.web.app import create_app


@pytest.fixture(scope="session")
def client() -> TestClient:
    return TestClient(create_app(Inline(), Inline()), base_url="http://127.0.0.1:8000")
