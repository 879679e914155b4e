"""`confty play` gives out the page's files, to this machine, and nothing else."""

import http.client
import socket
import struct
import subprocess
import sys
import threading

import pytest

from confty.play.server import Server


@pytest.fixture
def server(page):
    made = Server(str(page), 0)
    threading.Thread(target=made.serve_forever, daemon=True).start()
    yield made
    made.shutdown()
    made.server_close()


def get(server, path, host=None):
    connection = http.client.HTTPConnection("127.0.0.1", server.server_address[1])
    headers = {"Host": host} if host else {}
    connection.request("GET", path, headers=headers)
    answer = connection.getresponse()
    data = answer.read()
    connection.close()
    return answer, data


def test_the_page_and_its_policy(server) -> None:
    answer, data = get(server, "/")
    assert answer.status == 200
    assert b'id="editor"' in data
    policy = answer.getheader("Content-Security-Policy")
    assert "unsafe-inline" not in policy
    assert "'unsafe-eval'" not in policy.replace("'wasm-unsafe-eval'", "")
    assert "http:" not in policy
    assert answer.getheader("Cross-Origin-Opener-Policy") == "same-origin"


@pytest.mark.parametrize(
    "path",
    ["/../pyproject.toml", "/%2e%2e/pyproject.toml", "/.seal", "/assets/../../x", "/nope", "//["],
)
def test_nothing_else(server, path) -> None:
    assert get(server, path)[0].status == 404


def test_a_name_that_is_not_ours_gets_nothing(server) -> None:
    assert get(server, "/", host="attacker.example")[0].status == 404
    assert get(server, "/", host="localhost:1")[0].status == 200


def test_a_browser_that_goes_away_is_not_told_of(server, capsys) -> None:
    for _ in range(20):
        with socket.create_connection(server.server_address[:2]) as one:
            # Closed with something unsent, so that the other side is told to forget it.
            one.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            one.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
    assert get(server, "/")[0].status == 200
    assert capsys.readouterr().err == ""


@pytest.mark.usefixtures("page")
def test_a_folder_of_other_files_is_left_alone(tmp_path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    done = subprocess.run(
        [sys.executable, "-m", "confty", "play", "--build", str(tmp_path)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "holds other files" in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_no_file_asks_another_host(page) -> None:
    """Names of hosts stand in no script, style or page of ours but as words."""
    for path in [page / "index.html", page / "sw.js", *(page / "assets").glob("worker*")]:
        text = path.read_text(encoding="utf-8")
        assert "http://" not in text
        assert "https://" not in text
