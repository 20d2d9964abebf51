<?php
// Sends one message.   php send-one.php +254712345678 'Your code is 4821.'
require __DIR__ . '/api.php';

$message = call('POST', '/v1/messages', ['from' => getenv('SENDER') ?: 'TUMA', 'to' => $argv[1], 'text' => $argv[2]]);
echo $message['messageId'], ' ', $message['segments'], ' ', $message['units'], PHP_EOL;
