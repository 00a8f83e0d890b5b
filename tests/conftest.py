"""What several test files need: the command line called in this process."""

import pytest

from tianji import cli


def pytest_collection_modifyitems(items):
    """Everything under tests/property is marked so, to be run again on more examples."""
    for item in items:
        if "property" in item.path.parts:
            item.add_marker(pytest.mark.property)


@pytest.fixture
def run(capsys):
    """`run("solve", "kuhn")` → exit code, standard output, standard error."""

    def run(*args):
        code = cli.main([str(a) for a in args])
        return code, *capsys.readouterr()

    return run
