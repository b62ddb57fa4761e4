"""Caddy itself before Leaguer itself, by the files that are handed out: what comes over plain http, and over https."""

from __future__ import annotations

import http.client
import os
import re
import socket
import ssl
import stat
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

import pytest

from deploy import web
from tests.databases import Scratch
from tests.deploy.conftest import ROOT
from tests.deploy.production import HOST, listens, people, serving
from tests.deploy.test_deploy_files import whole_nginx
from tests.servers import free_port, installed, wait_for

INSTALL = (ROOT / "docs" / "install.md").read_text()
OURS = "{{\n\thttp_port {http}\n\thttps_port {https}\n\tlocal_certs\n\tskip_install_trust\n\tadmin off\n"


class Answer(NamedTuple):
    status: int
    to: str | None
    headers: http.client.HTTPMessage
    text: str


class Proxy:
    def __init__(self, http: int, https: int) -> None:
        self.http, self.https = http, https

    def ask(self, scheme: str, path: str, host: str = HOST) -> Answer:
        line = http.client.HTTPConnection("127.0.0.1", self.https if scheme == "https" else self.http, timeout=30)
        line.connect()
        if scheme == "https":  # by the name, whose certificate Caddy has made by itself
            context = ssl.create_default_context()
            context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
            line.sock = context.wrap_socket(line.sock, server_hostname=host)
        line.request("GET", path, headers={"Host": host, "Authorization": "Bearer something"})
        got = line.getresponse()
        answer = Answer(got.status, got.headers["Location"], got.headers, got.read().decode())
        line.close()
        return answer

    def is_certified(self) -> bool:
        """Caddy makes its certificate as it starts, beside all else."""
        with suppress(ssl.SSLError):
            return self.ask("https", "/login/").status == 200
        return False


@contextmanager
def caddy(text: str, folder: Path, **environment: str) -> Iterator[Proxy]:
    """Caddy with this file, at ports of its own, with certificates that it makes for itself."""
    proxy = Proxy(free_port(), free_port())
    head = OURS.format(http=proxy.http, https=proxy.https)
    (folder / "Caddyfile").write_text(
        re.sub(r"^\{\n", head, text, flags=re.M) if text[0] == "{" else f"{head}}}\n{text}"
    )
    command = [installed("caddy"), "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]
    there = os.environ | environment | {"XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    with (folder / "caddy.log").open("wb") as log, subprocess.Popen(command, env=there, stderr=log) as process:
        try:
            wait_for(lambda: listens("", proxy.http) or process.poll() is not None, "Caddy")
            assert process.poll() is None, (folder / "caddy.log").read_text()
            yield proxy
        finally:
            process.terminate()


@contextmanager
def nginx(folder: Path) -> Iterator[Proxy]:
    """nginx with its file, at ports of its own. Nobody answers behind it."""
    proxy, config, ours = Proxy(free_port(), free_port()), whole_nginx(folder), folder / "ours.conf"
    text = ours.read_text().replace("listen [::]", "# listen [::]")
    text = text.replace("127.0.0.1:8000", f"127.0.0.1:{free_port()}")
    ours.write_text(text.replace("listen 80", f"listen {proxy.http}").replace("listen 443", f"listen {proxy.https}"))
    command = [installed("nginx"), "-c", str(config), "-g", "daemon off;"]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as process:
        try:
            wait_for(lambda: listens("", proxy.https) or process.poll() is not None, "nginx")
            yield proxy
        finally:
            process.terminate()


def short() -> str:
    """The Caddyfile of docs/install.md."""
    (found,) = re.findall(r"^```\n(http://leaguer\.example.*?)^```", INSTALL, re.M | re.S)
    return str(found)


def of_compose() -> str:
    return file("compose.Caddyfile")


def file(name: str) -> str:
    """A Caddyfile from its first block on."""
    text = (ROOT / "deploy" / name).read_text()
    return text[text.index("{\n") :]


@pytest.fixture(scope="module")
def house(migrated: Scratch, tmp_path_factory: pytest.TempPathFactory, django_db_blocker: Any) -> Iterator[Scratch]:
    with people(migrated, tmp_path_factory.mktemp("proxied"), django_db_blocker) as database:
        yield database


def test_a_program_over_plain_http_is_refused_and_a_page_led_to_https(
    house: Scratch, tmp_path: Path, django_db_blocker: Any
) -> None:
    """By each Caddyfile. Past that of the compose file Leaguer listens at a file of its own."""
    port, at = free_port(), f"/tmp/leaguer-{os.getpid()}.sock"
    here = f"127.0.0.1:{port}"
    on_one_machine = file("Caddyfile").replace("/var/log/caddy", str(tmp_path))
    of_cluster = file("cluster/Caddyfile").replace("web1:8000 web2:8000", here)
    told = (short(), on_one_machine, of_cluster, of_compose())
    environment = {"SITE_URL": f"https://{HOST}", "SITE": HOST, "LEAGUER_AT": f"unix/{at}"}
    for text in told:
        there = {"HOST": at} if "LEAGUER_AT" in text else {}
        text = text.replace("127.0.0.1:8000", here)
        with serving(house, django_db_blocker, port, **there), caddy(text, tmp_path, **environment) as proxy:
            page = proxy.ask("http", "/login/")
            assert (page.status, page.to) == (301, f"https://{HOST}/login/")
            program = proxy.ask("http", "/api/v1/me/")
            assert (program.status, program.to) == (403, None)
            assert "https alone" in program.text
            wait_for(proxy.is_certified, "the page over https")
            assert "max-age=31536000" in proxy.ask("https", "/login/").headers["Strict-Transport-Security"]
            assert proxy.ask("https", "/api/v1/me/").status == 401
            assert text == short().replace("127.0.0.1:8000", here) or proxy.ask("https", "/readyz").status == 404
            assert not there or stat.S_IMODE(os.stat(at).st_mode) == 0o660


def test_nginx_does_so_by_itself_and_speaks_no_weak_tls(tmp_path: Path) -> None:
    """What another one listens to can be read once its key is known; what nobody vouches for can be changed."""
    forward, plain, unchecked = "ECDHE-RSA-AES128-GCM-SHA256", "AES128-GCM-SHA256", "ECDHE-RSA-AES128-SHA256"
    with nginx(tmp_path) as proxy:
        page, program = proxy.ask("http", "/login/"), proxy.ask("http", "/api/v1/me/")
        assert (page.status, page.to) == (301, f"https://{HOST}/login/")
        assert (program.status, program.to) == (403, None)
        assert spoken(proxy, ssl.TLSVersion.TLSv1_3) == "TLSv1.3"
        assert spoken(proxy, ssl.TLSVersion.TLSv1_2, forward) == "TLSv1.2"
        for cipher in (plain, unchecked):
            assert spoken(proxy, ssl.TLSVersion.TLSv1_2, cipher) == "", cipher
    assert "\tssl_protocols TLSv1.2 TLSv1.3;\n" in (tmp_path / "ours.conf").read_text()


def spoken(proxy: Proxy, version: ssl.TLSVersion, ciphers: str = "") -> str:
    """The version of TLS that the proxy speaks with who knows this one alone; "" for none."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    context.minimum_version = context.maximum_version = version
    if ciphers:
        context.set_ciphers(ciphers)
    line = socket.create_connection(("127.0.0.1", proxy.https), timeout=30)
    with line, suppress(ssl.SSLError), context.wrap_socket(line, server_hostname=HOST) as told:
        return told.version() or ""
    return ""


LETS_IN = (
    *("/join/hunter2/", "/mail/stop/hunter2/", "/account/forgotten/abc/hunter2/", "/calendar/hunter2.ics"),
    *(
        f"/login/?next={quote(quote(f'/join/hunter2{n}/', safe='') if n else '/join/hunter2/', safe='')}"
        for n in (0, 1)
    ),
    "/language/?next=/en%2faccount%2Fforgotten%2Fabc%2Fhunter2",
)


def test_links_that_let_in_stay_out_of_caddys_log(tmp_path: Path) -> None:
    """Also where one is a parameter of another address, in the letters of addresses. Nobody answers behind it."""
    text = file("Caddyfile").replace("/var/log/caddy", str(tmp_path))
    log = tmp_path / "leaguer.log"
    with caddy(text.replace("127.0.0.1:8000", f"127.0.0.1:{free_port()}"), tmp_path) as proxy:
        wait_for(lambda: _answers(proxy), "its certificate")
        for path in (*LETS_IN, "/campaigns/1/?page=2"):
            assert proxy.ask("https", path).status == 502
        wait_for(lambda: "page=2" in log.read_text(), "the last line")
    said = log.read_text()
    assert said.count("…") == len(LETS_IN)
    assert "hunter2" not in said
    assert "something" not in said, "what was sent to be known by"
    errors, others = (tmp_path / "caddy.log").read_text(), ("compose.Caddyfile", "cluster/Caddyfile")
    assert "connection refused" in errors
    assert "hunter2" not in errors
    (block,) = re.findall(r"^\t# What Caddy says of requests.*?^\t\}$", text, re.MULTILINE | re.DOTALL)
    assert [file for file in others if block not in (ROOT / "deploy" / file).read_text()] == []


def test_links_that_let_in_stay_out_of_what_nginx_writes(tmp_path: Path) -> None:
    """Its log of errors names the whole address of a request that nobody has answered."""
    with nginx(tmp_path) as proxy:
        for path in (*LETS_IN, "/campaigns/1/?page=2"):
            assert proxy.ask("https", path).status == 502
    said, errors = (tmp_path / "leaguer.log").read_text(), (tmp_path / "error").read_text()
    assert re.findall(r"GET ([^ \"]+)", said) == ["/campaigns/1/?page=2"]
    assert "connect() failed" in errors
    assert re.findall(r"GET \S*hunter2\S*", errors) == []
    assert "something" not in said + errors


def _answers(proxy: Proxy) -> bool:
    with suppress(ssl.SSLError):
        return proxy.ask("https", "/").status == 502
    return False


def test_a_closed_network_is_served_over_plain_http(house: Scratch, tmp_path: Path, django_db_blocker: Any) -> None:
    """As docs/install.md has it for a club without certificates."""
    port = free_port()
    said = {"HTTPS": "0", "SITE_URL": "http://leaguer.lan", "ALLOWED_HOSTS": "leaguer.lan"}
    environment = {"SITE_URL": said["SITE_URL"], "LEAGUER_AT": f"127.0.0.1:{port}"}
    with serving(house, django_db_blocker, port, **said), caddy(of_compose(), tmp_path, **environment) as proxy:
        page = proxy.ask("http", "/login/", "leaguer.lan")
        assert (page.status, page.headers["Strict-Transport-Security"]) == (200, None)
        assert proxy.ask("http", "/api/v1/me/", "leaguer.lan").status == 401, "heard, though the token is nobody's"
    assert "\nHTTPS=0\n" in INSTALL


def test_a_file_that_somebody_answers_at_is_left_alone(capsys: pytest.CaptureFixture[str]) -> None:
    at = f"/tmp/leaguer-{os.getpid()}.sock"
    with web.listen_at_file(at), pytest.raises(SystemExit, match="another process answers there"):
        web.listen_at_file(at)
    web.listen_at_file(at).close()  # what it left behind is in nobody's way
    os.unlink(at)
    with pytest.raises(SystemExit, match="No such file or directory"):
        web.listen_at_file("/no/such/folder/leaguer.sock")
