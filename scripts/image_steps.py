#!/usr/bin/env python3
"""Do the steps of the Dockerfile in clean folders, for machines without a container engine, and run the health check.

Every stage is a folder that stands for `/`: COPY, RUN, ENV and WORKDIR are done there, with the absolute paths of the
image turned into paths below it. The base image is the Python that runs this; owners and users are not changed.
"""

from __future__ import annotations

import fnmatch
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
TOKEN = ".".join(("A" * 24, "B" * 6, "C" * 38))  # the shape of a token, which is all the check looks at
_PLACES = re.compile(r"(?<![\w.])/(venv|build|data|app)\b")
_KNOWN = {"FROM", "RUN", "COPY", "ENV", "WORKDIR", "USER", "VOLUME", "HEALTHCHECK", "ENTRYPOINT", "CMD"}


class Step(NamedTuple):
    """One instruction of a Dockerfile."""

    word: str
    rest: str


def read(text: str) -> list[Step]:
    """Read a Dockerfile without continued lines.

    Raises:
        ValueError: it has an instruction that is not performed here.
    """
    lines = [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#")]
    steps = [Step(*line.split(maxsplit=1)) for line in lines]
    if unknown := {step.word for step in steps} - _KNOWN:
        raise ValueError(f"no way to perform {', '.join(sorted(unknown))}")
    return steps


class Stage:
    """One stage: its folder and what the instructions so far have set."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.work = folder
        tools = folder / "usr/bin"
        tools.mkdir(parents=True)
        base = Path(sys.base_prefix) / "bin" / f"python{sys.version_info.major}.{sys.version_info.minor}"
        tools.joinpath("python").symlink_to(base)
        self.env = {"PATH": f"{tools}:{os.defpath}"}
        self.env |= {name: value for name, value in os.environ.items() if name.startswith(("PIP_", "SSL_", "HOME"))}

    def place(self, text: str) -> str:
        """Turn the image's absolute paths into paths below this stage's folder."""
        return _PLACES.sub(lambda found: f"{self.folder}{found[0]}", text)

    def copy(self, rest: str, stages: dict[str, Stage]) -> None:
        """Perform COPY."""
        words = shlex.split(rest)
        source = next((word.split("=")[1] for word in words if word.startswith("--from=")), None)
        what, to = (word for word in words if not word.startswith("--"))
        origin = Path(stages[source].place(what)) if source else ROOT / what
        target = self.work / self.place(to)
        if origin.is_dir():
            shutil.copytree(origin, target, symlinks=True, ignore=None if source else _ignored, dirs_exist_ok=True)
        else:
            target.mkdir(parents=True, exist_ok=True)
            shutil.copy2(origin, target)

    def set(self, rest: str) -> None:
        """Perform ENV."""
        for word in shlex.split(self.place(rest)):
            name, value = word.split("=", 1)
            self.env[name] = value.replace("$PATH", self.env["PATH"])

    def run(self, command: str | list[str], **more: str) -> None:
        """Perform RUN or an exec list; ends the script when it fails."""
        line = command if isinstance(command, str) else shlex.join(command)
        print(f"{self.folder.name}: {line}", flush=True)  # noqa: T201 - a script speaks
        done = subprocess.run(["/bin/sh", "-c", self.place(line)], cwd=self.work, env=self.env | more, check=False)  # noqa: S603 - our own Dockerfile
        if done.returncode:
            sys.exit(f"step failed with exit code {done.returncode}")


def ignore_patterns() -> tuple[list[str], list[str]]:
    """Give what `.dockerignore` lets through after its leading `*`, and what it keeps out everywhere."""
    lines = [line for line in (ROOT / ".dockerignore").read_text("utf-8").splitlines() if line[:1] not in {"", "#"}]
    assert lines[0] == "*", "an allow-list"
    return [line[1:] for line in lines if line[0] == "!"], [line[3:] for line in lines if line.startswith("**/")]


def _ignored(_folder: str, found: list[str]) -> set[str]:
    return {name for name in found for pattern in ignore_patterns()[1] if fnmatch.fnmatch(name, pattern)}


def main() -> None:
    """Perform all stages, then the health check of the last one."""
    with tempfile.TemporaryDirectory() as folder:
        stages: dict[str, Stage] = {}
        stage = None
        for step in read((ROOT / "Dockerfile").read_text("utf-8")):
            if step.word == "FROM":
                name = step.rest.partition(" AS ")[2] or "image"
                stage = stages[name] = Stage(Path(folder) / name)
                continue
            assert stage is not None
            match step.word:
                case "RUN":
                    stage.run(step.rest)
                case "COPY":
                    stage.copy(step.rest, stages)
                case "ENV":
                    stage.set(step.rest)
                case "WORKDIR":
                    stage.work = Path(stage.place(step.rest))
                    stage.work.mkdir(parents=True, exist_ok=True)
                case "HEALTHCHECK":
                    health = json.loads(step.rest.partition("CMD ")[2])
        assert stage is not None
        stage.run(health, DISCORD_TOKEN=TOKEN)
    print("Every step of the Dockerfile was done in a clean folder, and the health check is content.")  # noqa: T201


if __name__ == "__main__":
    main()
