/** How a receiver checks that a request is from here, as code to copy. `docs/webhooks.md` has the same. */
export const SNIPPETS = {
  Node: `import { createHmac, timingSafeEqual } from 'node:crypto';

// body: the request's body as it came, before it is parsed
export function isFromTuma(header, body, secret) {
  const parts = header.split(',').map((part) => part.split('='));
  const time = parts.find(([name]) => name === 't')?.[1];
  const expected = createHmac('sha256', secret).update(\`\${time}.\${body}\`).digest();
  const signed = parts.some(([name, value]) => name === 'v1' && value.length === 64
    && timingSafeEqual(Buffer.from(value, 'hex'), expected));
  return signed && Math.abs(Date.now() / 1000 - Number(time)) < 300;
}
`,
  Python: `import hashlib, hmac, time

# body: the request's body as bytes, before it is parsed
def is_from_tuma(header: str, body: bytes, secret: str) -> bool:
    parts = [part.split("=", 1) for part in header.split(",")]
    sent = next((value for name, value in parts if name == "t"), "0")
    expected = hmac.new(secret.encode(), sent.encode() + b"." + body, hashlib.sha256).hexdigest()
    signed = any(name == "v1" and hmac.compare_digest(value, expected) for name, value in parts)
    return signed and abs(time.time() - int(sent)) < 300
`,
  PHP: `<?php
// $header: $_SERVER['HTTP_TUMA_SIGNATURE'], $body: file_get_contents('php://input')
function is_from_tuma(string $header, string $body, string $secret): bool {
    $time = '0';
    $signatures = [];
    foreach (explode(',', $header) as $part) {
        [$name, $value] = explode('=', $part, 2);
        if ($name === 't') $time = $value;
        if ($name === 'v1') $signatures[] = $value;
    }
    $expected = hash_hmac('sha256', "$time.$body", $secret);
    foreach ($signatures as $signature) {
        if (hash_equals($expected, $signature)) return abs(time() - (int) $time) < 300;
    }
    return false;
}
`,
} as const;
export type SnippetLanguage = keyof typeof SNIPPETS;
