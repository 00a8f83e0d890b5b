"""What several test files need: the command line called in this process."""

import os

import pytest

from tianji import cli

os.environ.setdefault("TIANJI_STUDIO_PATIENCE", "20")  # machines that run tests are busy


@pytest.fixture(scope="session", autouse=True)
def _own_cache(tmp_path_factory):
    """What is kept between runs goes to a folder of the session, not to the user's."""
    os.environ["TIANJI_CACHE"] = str(tmp_path_factory.mktemp("cache"))


@pytest.fixture(scope="session")
def studio(tmp_path_factory):
    """One studio for every test that neither ends it nor needs it empty: its processes import the library once."""
    from studio_bench import open_studio

    with open_studio(tmp_path_factory.mktemp("studio")) as server:
        yield server


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
