"""Only files on a disk are read, and not more than there is room for."""

from __future__ import annotations

import os
import socket

import pytest

from confty.kit.reading import is_stream, read_file, read_stream


def test_a_file(tmp_path):
    (tmp_path / "a").write_bytes(b"x" * 200_000)
    assert read_file(str(tmp_path / "a")) == b"x" * 200_000
    (tmp_path / "empty").write_bytes(b"")
    assert read_file(str(tmp_path / "empty")) == b""


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("/dev/zero", "device"),
        ("/dev/null", "device"),
        ("/proc/self/status", "disk"),
        ("/", "folder"),
    ],
)
def test_odd_files(path, words):
    with pytest.raises(OSError, match=words):
        read_file(path)


def test_a_pipe_and_a_socket(tmp_path):
    os.mkfifo(tmp_path / "fifo")
    with pytest.raises(OSError, match="pipe"):
        read_file(str(tmp_path / "fifo"))
    with socket.socket(socket.AF_UNIX) as one:
        one.bind(str(tmp_path / "s"))
        with pytest.raises(OSError):
            read_file(str(tmp_path / "s"))


def test_a_large_file(tmp_path):
    with open(tmp_path / "a", "wb") as stream:
        stream.truncate(50 << 30)
    with pytest.raises(OSError, match="larger"):
        read_file(str(tmp_path / "a"))
    (tmp_path / "b").write_bytes(b"x" * 100)
    with pytest.raises(OSError, match="larger"):
        read_file(str(tmp_path / "b"), 99)


def test_a_stream_of_the_shell():
    reading, writing = os.pipe()
    os.write(writing, b"abc")
    os.close(writing)
    path = f"/dev/fd/{reading}"
    assert is_stream(path)
    assert not is_stream("dev/fd/3")
    assert read_stream(path) == b"abc"
    os.close(reading)
