# What the other examples call with: API_URL, such as https://sms.example.com, and API_KEY.
import json, os, uuid
from urllib.error import HTTPError
from urllib.request import Request, urlopen


def call(method, path, body=None, idempotency_key=None):
    """Makes one call. A write takes a key of its own, under which it can be tried again without being done twice."""
    headers = {"Authorization": "Bearer " + os.environ["API_KEY"]}
    if body is not None:
        headers |= {"Content-Type": "application/json", "Idempotency-Key": idempotency_key or str(uuid.uuid4())}
    data = None if body is None else json.dumps(body).encode()
    try:
        with urlopen(Request(os.environ["API_URL"] + path, method=method, headers=headers, data=data), timeout=30) as response:
            return json.load(response)
    except HTTPError as refused:
        answer = json.load(refused)
        raise SystemExit(f"{refused.code} {answer['error']}: {answer['message']}")
