"""Builds the library with Swift and puts it into the package, so that whoever installs the wheel needs no Swift.

FORMWORK_LIBRARY and FORMWORK_TOOL name a library and a command line tool that were built already.
"""

import os
import pathlib
import shutil
import subprocess
import sys

from setuptools import Distribution, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_py import build_py

HERE = pathlib.Path(__file__).resolve().parent
PROJECT = HERE.parent.parent
NAME = "libformwork-c" + (".dylib" if sys.platform == "darwin" else ".so")


def built(variable: str, product: str, name: str) -> pathlib.Path:
    """A product, built if the environment does not name it."""
    if given := os.environ.get(variable):
        return pathlib.Path(given)
    if not shutil.which("swift"):
        raise SystemExit("Building formwork needs Swift 6.3 or later (swift.org) on the path. A wheel needs none.")
    build = ["swift", "build", "-c", "release", "--product", product, "--package-path", str(PROJECT)]
    subprocess.run(build, check=True, stdout=sys.stderr)
    folder = subprocess.run(build + ["--show-bin-path"], check=True, capture_output=True, text=True)
    return pathlib.Path(folder.stdout.strip()) / name


class BuildWithLibrary(build_py):
    """Copies the library, its header and the tool beside the modules."""

    def run(self) -> None:
        super().run()
        target = pathlib.Path(self.build_lib) / "formwork"
        (target / "bin").mkdir(parents=True, exist_ok=True)
        shutil.copy(built("FORMWORK_LIBRARY", "formwork-c", NAME), target / NAME)
        shutil.copy(built("FORMWORK_TOOL", "formwork", "formwork"), target / "bin/formwork")
        shutil.copy(PROJECT / "Sources/FormworkC/include/formwork.h", target)


class BinaryDistribution(Distribution):
    """A package with a shared library, which belongs into the folder for this platform."""

    def has_ext_modules(self) -> bool:
        return True


class PlatformWheel(bdist_wheel):
    """A wheel for any Python 3 on this platform, because the library knows nothing of Python."""

    def get_tag(self) -> "tuple[str, str, str]":
        return ("py3", "none", super().get_tag()[2])


setup(
    distclass=BinaryDistribution,
    cmdclass={"build_py": BuildWithLibrary, "bdist_wheel": PlatformWheel},
)
