"""Assets and archives: hashes, streams, and what is refused."""

from __future__ import annotations

import gzip
import hashlib
import io
import os
import tarfile
import threading
import tracemalloc
import zipfile
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest
from hypothesis import given
from hypothesis import strategies as st

from confty.values import Archive, ArchiveLimits, Asset, ValueProblem
from confty.values.archives import EMPTY_ARCHIVE, _write, digest, listing
from confty.values.assets import EMPTY_ASSET

pytestmark = pytest.mark.timeout(60)


class Kept(io.BytesIO):
    update = io.BytesIO.write


def tar_of(archive: Archive) -> bytes:
    kept = Kept()
    _write(archive, None, ArchiveLimits(), kept)
    return kept.getvalue()


def sha(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


@pytest.fixture
def server(tmp_path):
    """The files of a temporary folder over HTTP."""

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *_):
            pass

    httpd = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(tmp_path)))
    thread = threading.Thread(target=httpd.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{httpd.server_port}"
    httpd.shutdown()
    httpd.server_close()
    thread.join(5)


def test_hashes_of_assets(tmp_path):
    (tmp_path / "f").write_bytes(b"hello")
    assert Asset(text="hello").hash() == sha(b"hello")
    assert Asset(text="").hash() == EMPTY_ASSET
    assert Asset(path="f").hash(base=str(tmp_path)) == sha(b"hello")
    assert Asset(uri=f"file://{tmp_path}/f").hash() == sha(b"hello")
    assert Asset(uri=f"file://localhost{tmp_path}/f").hash() == sha(b"hello")
    assert Asset(text="hello") == Asset(text="hello")
    placeholder = Asset(hash="00ff")
    assert placeholder.hash() == "00ff"
    assert not placeholder.has_contents


def test_remote_assets(server, tmp_path):
    (tmp_path / "f").write_bytes(b"hello" * 1000)
    (tmp_path / "a.tar").write_bytes(b"not looked into")
    assert Asset(uri=f"{server}/f").hash() == sha(b"hello" * 1000)
    assert Archive(uri=f"{server}/a.tar?x=1").hash() == sha(b"not looked into")
    whole = Archive(assets={"x": Asset(uri=f"{server}/f")})
    assert whole.hash() == Archive(assets={"x": Asset(text="hello" * 1000)}).hash()
    with pytest.raises(ValueProblem, match="404"):
        Asset(uri=f"{server}/missing").hash()
    with pytest.raises(ValueProblem, match="ends in"):
        Archive(uri=f"{server}/f").hash()


def test_remote_archive_inside_an_archive(server, tmp_path):
    with zipfile.ZipFile(tmp_path / "z.zip", "w") as package:
        package.writestr("d/x", "1")
    nested = Archive(assets={"k": Archive(uri=f"{server}/z.zip")})
    assert nested.hash() == Archive(assets={"k/d/x": Asset(text="1")}).hash()


def test_other_schemes_go_through_fsspec():
    fsspec = pytest.importorskip("fsspec")
    with fsspec.open("memory://values/f", "wb") as file:
        file.write(b"hello")
    assert Asset(uri="memory://values/f").hash() == sha(b"hello")
    assert Archive(assets={"a": Asset(uri="memory://values/f")}).members()[0][1] == 5
    with pytest.raises(ValueProblem, match="cannot read"):
        Asset(uri="nosuchscheme://x").hash()


def test_what_cannot_be_read_is_said(tmp_path):
    with pytest.raises(ValueProblem, match="use an archive"):
        Asset(path=str(tmp_path)).hash()
    with pytest.raises(ValueProblem, match="No such file"):
        Asset(path=str(tmp_path / "none")).hash()
    with pytest.raises(ValueProblem, match="NUL"):
        Asset(path="a\0b").hash()
    with pytest.raises(ValueProblem, match="no host"):
        Asset(uri="file://elsewhere/f").hash()
    with pytest.raises(ValueProblem, match="no host"):
        Archive(uri="file://localhost/f.zip").hash()
    with pytest.raises(ValueProblem, match="one source"):
        Asset(text="a", path="b")
    with pytest.raises(ValueProblem, match="placeholder"):
        Asset(hash="00").open()
    with pytest.raises(ValueProblem, match="surrogate"):
        Asset(text="\ud800").hash()
    with pytest.raises(TypeError, match="assets and archives"):
        Archive(assets={"a": "text"})
    if hasattr(os, "mkfifo"):
        with pytest.raises(ValueProblem, match="regular file"):
            Asset(path="/dev/null").hash()


def test_archive_of_a_folder(tmp_path):
    (tmp_path / "d" / "a").mkdir(parents=True)
    (tmp_path / "d" / ".pulumi").mkdir()
    (tmp_path / "d" / ".pulumi" / "x").write_text("no")
    (tmp_path / "d" / "a" / "z.txt").write_text("1")
    (tmp_path / "d" / "a.txt").write_text("2")
    os.symlink(tmp_path / "d" / "a.txt", tmp_path / "d" / "link")
    os.symlink(tmp_path / "d" / "a", tmp_path / "d" / "folder-link")
    folder = Archive(path=str(tmp_path / "d"))
    # Depth first, so a folder's contents come before a file that sorts after the folder.
    assert [name for name, _, _ in folder.members()] == ["a/z.txt", "a.txt", "link"]
    same = tar_members(tar_of(folder))
    assert same == [("a/z.txt", b"1"), ("a.txt", b"2"), ("link", b"2")]
    os.symlink(tmp_path / "d", tmp_path / "root-link")
    assert Archive(path=str(tmp_path / "root-link")).hash() == EMPTY_ARCHIVE
    os.symlink(tmp_path / "gone", tmp_path / "d" / "broken")
    with pytest.raises(ValueProblem, match="No such file"):
        Archive(path=str(tmp_path / "d")).hash()


def tar_members(data: bytes) -> list[tuple[str, bytes]]:
    """Read with Python's own reader what ours has written."""
    with tarfile.open(fileobj=io.BytesIO(data + bytes(10240))) as tar:
        return [(entry.name, (tar.extractfile(entry) or io.BytesIO()).read()) for entry in tar]


names = st.one_of(
    st.text("ab/", min_size=1, max_size=300),
    st.text(st.characters(codec="utf-8", exclude_characters="\0"), min_size=1, max_size=150),
).filter(lambda name: not name.endswith("/") and name.strip("./"))


@given(st.dictionaries(names, st.text("xyz", max_size=700), max_size=4))
def test_the_canonical_tar_is_a_tar(contents):
    archive = Archive(assets={name: Asset(text=text) for name, text in contents.items()})
    data = tar_of(archive)
    assert len(data) % 512 == 0
    assert data.endswith(bytes(1024))
    ordered = sorted(contents, key=str.encode)
    assert tar_members(data) == [(name, contents[name].encode()) for name in ordered]
    assert archive.hash() == sha(data)


def test_archive_files_hash_as_they_are(tmp_path):
    (tmp_path / "a.tgz").write_bytes(b"whatever")
    assert Archive(path=str(tmp_path / "a.tgz")).hash() == sha(b"whatever")
    (tmp_path / "plain").write_bytes(b"whatever")
    with pytest.raises(ValueProblem, match="ends in"):
        Archive(path=str(tmp_path / "plain")).hash()


def test_archive_files_inside_archives_keep_their_order(tmp_path):
    path = tmp_path / "t.tar.gz"
    with tarfile.open(path, "w:gz") as tar:
        for name, text in (("b", b"1"), ("./a", b"2")):
            entry = tarfile.TarInfo(name)
            entry.size = len(text)
            tar.addfile(entry, io.BytesIO(text))
    nested = Archive(assets={"k": Archive(path=str(path))})
    assert [name for name, _, _ in nested.members()] == ["k/b", "k/a"]


def hostile_tar(path, name, *, kind=tarfile.REGTYPE):
    with tarfile.open(path, "w") as tar:
        entry = tarfile.TarInfo(name)
        entry.type = kind
        entry.linkname = "/etc/passwd"
        tar.addfile(entry, io.BytesIO(b""))


@pytest.mark.parametrize("name", ["../x", "a/../../x", "/etc/passwd", ".."])
def test_members_outside_of_the_archive_are_refused(tmp_path, name):
    hostile_tar(tmp_path / "t.tar", name)
    with pytest.raises(ValueProblem, match="outside of its archive"):
        Archive(assets={"k": Archive(path=str(tmp_path / "t.tar"))}).hash()
    with zipfile.ZipFile(tmp_path / "z.zip", "w") as package:
        package.writestr(zipfile.ZipInfo(name), "x")
    with pytest.raises(ValueProblem, match="outside of its archive"):
        Archive(assets={"k": Archive(path=str(tmp_path / "z.zip"))}).hash()


@pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.FIFOTYPE])
def test_members_that_are_no_files_are_refused(tmp_path, kind):
    hostile_tar(tmp_path / "t.tar", "x", kind=kind)
    with pytest.raises(ValueProblem, match="neither file nor folder"):
        Archive(assets={"k": Archive(path=str(tmp_path / "t.tar"))}).hash()


def test_bombs_are_refused(tmp_path):
    with zipfile.ZipFile(tmp_path / "z.zip", "w", zipfile.ZIP_DEFLATED) as package:
        package.writestr("zeros", bytes(50_000_000))
    inside = Archive(assets={"k": Archive(path=str(tmp_path / "z.zip"))})
    with pytest.raises(ValueProblem, match="200 times its size"):
        digest(inside, limits=ArchiveLimits(free=1_000_000))
    with pytest.raises(ValueProblem, match="more than 1000 bytes"):
        digest(inside, limits=ArchiveLimits(expanded=1000))
    tar = tmp_path / "t.tgz"
    with tarfile.open(tar, "w:gz") as archive:
        for index in range(50):
            archive.addfile(tarfile.TarInfo(str(index)))
    many = Archive(assets={"k": Archive(path=str(tar))})
    with pytest.raises(ValueProblem, match="more than 10 members"):
        listing(many, limits=ArchiveLimits(members=10))


def test_a_bomb_is_refused_before_it_is_expanded(tmp_path):
    path = tmp_path / "b.tgz"
    head = tarfile.TarInfo("huge")
    head.size = 1 << 40
    path.write_bytes(gzip.compress(head.tobuf() + bytes(1 << 20)))
    with pytest.raises(ValueProblem, match="expands to more than"):
        Archive(assets={"k": Archive(path=str(path))}).hash()


def test_broken_archives_are_said_to_be(tmp_path):
    for name in ("x.zip", "x.tar", "x.tgz"):
        (tmp_path / name).write_bytes(b"\x1f\x8bnot an archive at all" * 50)
        with pytest.raises(ValueProblem, match="cannot be read"):
            Archive(assets={"k": Archive(path=str(tmp_path / name))}).hash()


def test_a_folder_member_with_contents_is_refused():
    assert Archive(assets={"x/": Asset(text="")}).hash()
    with pytest.raises(ValueProblem, match="has contents"):
        Archive(assets={"x/": Asset(text="1")}).hash()


def test_hashing_takes_no_memory(tmp_path):
    path = tmp_path / "big"
    with path.open("wb") as file:
        file.truncate(64 << 20)
    tracemalloc.start()
    Asset(path=str(path)).hash()
    Archive(assets={"a": Asset(path=str(path))}).hash()
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 2 << 20
