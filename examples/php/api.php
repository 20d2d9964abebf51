<?php
// What the other examples call with: API_URL, such as https://sms.example.com, and API_KEY.

/** Makes one call. A write takes a key of its own, under which it can be tried again without being done twice. */
function call(string $method, string $path, ?array $body = null, ?string $idempotencyKey = null): array
{
    $headers = ['Authorization: Bearer ' . getenv('API_KEY')];
    $call = curl_init(getenv('API_URL') . $path);
    if ($body !== null) {
        array_push($headers, 'Content-Type: application/json', 'Idempotency-Key: ' . ($idempotencyKey ?? bin2hex(random_bytes(16))));
        curl_setopt($call, CURLOPT_POSTFIELDS, json_encode($body));
    }
    curl_setopt_array($call, [CURLOPT_CUSTOMREQUEST => $method, CURLOPT_HTTPHEADER => $headers, CURLOPT_RETURNTRANSFER => true, CURLOPT_TIMEOUT => 30]);
    $text = curl_exec($call);
    if ($text === false) {
        exit(curl_error($call) . PHP_EOL);
    }
    $answer = json_decode($text, true);
    $status = curl_getinfo($call, CURLINFO_RESPONSE_CODE);
    if ($status >= 400) {
        fwrite(STDERR, "$status {$answer['error']}: {$answer['message']}" . PHP_EOL);
        exit(1);
    }
    return $answer;
}
