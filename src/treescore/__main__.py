"""`python -m treescore` is the command `treescore`."""

from treescore.cli.main import main

main()
