"""An S3-compatible server that tests start from a package, and buckets of their own on it."""

import contextlib
import json
import os
import socket
import subprocess
import sys
import time
from itertools import count
from typing import Any

import boto3

_NUMBERS = count(1)
_SET_UP = 3
"""Calls that need no credential: those that make the account below."""
ACCOUNT = {
    "Version": "2012-10-17",
    "Statement": [{"Effect": "Allow", "Action": "s3:*", "Resource": "*"}],
}


class Server:
    """A running server that checks signatures, with one account on it."""

    def __init__(self, *options: str, ca: str | None = None) -> None:
        """Start it; `options` as its command line takes them, `ca`: of its certificate."""
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self._ca = ca
        scheme = "https" if ca else "http"
        self.url = f"{scheme}://127.0.0.1:{self.port}"
        self._options = options
        self.start()

    def start(self) -> None:
        """Start it, empty."""
        at = ("-H", "127.0.0.1", "-p", str(self.port))
        self.process = subprocess.Popen(
            [sys.executable, "-m", "moto.server", *at, *self._options],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "INITIAL_NO_AUTH_ACTION_COUNT": str(_SET_UP)},
        )
        deadline = time.monotonic() + 30
        while True:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port)):
                break
            assert time.monotonic() < deadline, "the S3 server does not start"
            time.sleep(0.05)
        iam = self._client("iam", "any", "any")
        iam.create_user(UserName="shop")
        key = iam.create_access_key(UserName="shop")["AccessKey"]
        iam.put_user_policy(UserName="shop", PolicyName="all", PolicyDocument=json.dumps(ACCOUNT))
        self.access_key: str = key["AccessKeyId"]
        self.secret_key: str = key["SecretAccessKey"]
        self.client = self._client("s3", self.access_key, self.secret_key)

    def _client(self, service: str, access_key: str, secret_key: str) -> Any:
        return boto3.client(
            service,
            endpoint_url=self.url,
            region_name="us-east-1",
            aws_access_key_id=access_key,
            aws_secret_access_key=secret_key,
            verify=self._ca,
        )

    def new_bucket(self) -> str:
        """Create an empty bucket and return its name."""
        name = f"pictures-{next(_NUMBERS)}"
        self.client.create_bucket(Bucket=name)
        return name

    def settings(self, bucket: str) -> dict[str, str]:
        """Return the settings of an installation that keeps its pictures in a bucket."""
        return {
            "files": f"s3://{bucket}/shop",
            "files_endpoint": self.url,
            "files_access_key": self.access_key,
            "files_secret_key": self.secret_key,
        }

    def head(self, bucket: str, key: str) -> dict[str, Any]:
        """Return what the server knows of an object."""
        found: dict[str, Any] = self.client.head_object(Bucket=bucket, Key=key)
        return found

    def keys(self, bucket: str) -> list[str]:
        """Return the names of all objects of a bucket."""
        found = self.client.list_objects_v2(Bucket=bucket).get("Contents", [])
        return [each["Key"] for each in found]

    def stop(self) -> None:
        """End it at once; what it kept is gone."""
        self.process.kill()
        self.process.wait(10)
