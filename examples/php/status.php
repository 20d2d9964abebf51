<?php
// Reads the status of a message.   php status.php MESSAGE_ID
require __DIR__ . '/api.php';

$message = call('GET', "/v1/messages/{$argv[1]}");
echo $message['status'], ' ', $message['carrierStatus'] ?? '', PHP_EOL;
