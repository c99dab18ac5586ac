"""Builds the library with Swift and puts it into the package, so that whoever installs the wheel needs no Swift.

FORMWORK_LIBRARY names a library that was built already.
"""

import os
import pathlib
import shutil
import subprocess
import sys

from setuptools import setup
from setuptools.command.build_py import build_py
from wheel.bdist_wheel import bdist_wheel

HERE = pathlib.Path(__file__).resolve().parent
PROJECT = HERE.parent.parent
NAME = "libformwork-c" + (".dylib" if sys.platform == "darwin" else ".so")


def library() -> pathlib.Path:
    """The library, built if it is not given."""
    if given := os.environ.get("FORMWORK_LIBRARY"):
        return pathlib.Path(given)
    build = ["swift", "build", "-c", "release", "--product", "formwork-c", "--package-path", str(PROJECT)]
    subprocess.run(build, check=True, stdout=sys.stderr)
    folder = subprocess.run(build + ["--show-bin-path"], check=True, capture_output=True, text=True)
    return pathlib.Path(folder.stdout.strip()) / NAME


class BuildWithLibrary(build_py):
    """Copies the library and its header beside the modules."""

    def run(self) -> None:
        super().run()
        target = pathlib.Path(self.build_lib) / "formwork"
        target.mkdir(parents=True, exist_ok=True)
        shutil.copy(library(), target / NAME)
        shutil.copy(PROJECT / "Sources/FormworkC/include/formwork.h", target)


class PlatformWheel(bdist_wheel):
    """A wheel for any Python 3 on this platform, because the library knows nothing of Python."""

    def finalize_options(self) -> None:
        super().finalize_options()
        self.root_is_pure = False

    def get_tag(self) -> "tuple[str, str, str]":
        return ("py3", "none", super().get_tag()[2])


setup(cmdclass={"build_py": BuildWithLibrary, "bdist_wheel": PlatformWheel})
