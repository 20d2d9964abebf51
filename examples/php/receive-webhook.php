<?php
// Takes webhooks and believes only what is signed.   WEBHOOK_SECRET=whsec_... php -S 127.0.0.1:3000 receive-webhook.php
const OLDEST_SECONDS = 300;

/** True if the body, exactly as it came, was signed with our secret a short while ago. */
function is_genuine(string $signature, string $body): bool
{
    preg_match_all('/(t|v1)=([0-9a-f]+)/', $signature, $parts, PREG_SET_ORDER);
    $seconds = array_column($parts, 2, 1)['t'] ?? '';
    if (!preg_match('/^\d+$/D', $seconds) || abs(time() - (int) $seconds) > OLDEST_SECONDS) {
        return false;
    }
    $expected = hash_hmac('sha256', "$seconds.$body", getenv('WEBHOOK_SECRET'));
    foreach ($parts as [, $name, $value]) {
        if ($name === 'v1' && hash_equals($expected, $value)) {
            return true;
        }
    }
    return false;
}

$body = file_get_contents('php://input');
if (!is_genuine($_SERVER['HTTP_TUMA_SIGNATURE'] ?? '', $body)) {
    http_response_code(401);
    exit;
}
// An event may come again, so remember the ids of those that are done.
http_response_code(204);
$event = json_decode($body, true);
error_log(implode(' ', [$event['id'], $event['type'], $event['data']['messageId'], $event['data']['status'] ?? $event['data']['text']]));
