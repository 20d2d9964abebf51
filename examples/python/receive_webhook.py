# Takes webhooks and believes only what is signed.   WEBHOOK_SECRET=whsec_... python3 receive_webhook.py
import hashlib, hmac, json, os, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

OLDEST_SECONDS = 300


def is_genuine(signature, body):
    """True if the body, exactly as it came, was signed with our secret a short while ago."""
    parts = [part.split("=", 1) for part in signature.split(",") if "=" in part]
    seconds = next((value for name, value in parts if name == "t"), "")
    if not seconds.isdigit() or abs(time.time() - int(seconds)) > OLDEST_SECONDS:
        return False
    expected = hmac.new(os.environ["WEBHOOK_SECRET"].encode(), f"{seconds}.".encode() + body, hashlib.sha256).hexdigest()
    return any(name == "v1" and hmac.compare_digest(value.encode(), expected.encode()) for name, value in parts)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        genuine = is_genuine(self.headers.get("Tuma-Signature", ""), body)
        self.send_response(204 if genuine else 401)
        self.end_headers()
        if not genuine:
            return
        # An event may come again, so remember the ids of those that are done.
        event = json.loads(body)
        print(event["id"], event["type"], event["data"]["messageId"], event["data"].get("status", event["data"].get("text")), flush=True)

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("", int(os.environ.get("PORT", 3000))), Receiver)
print("listening on", server.server_address[1], flush=True)
server.serve_forever()
