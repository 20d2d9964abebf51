<?php
// Sends up to 1,000 messages in one call, and tells what was refused.   php send-many.php +254712345678 +254722345692
require __DIR__ . '/api.php';

$messages = [];
foreach (array_slice($argv, 1) as $at => $to) {
    $messages[] = ['from' => getenv('SENDER') ?: 'TUMA', 'to' => $to, 'text' => 'Your parcel is here.', 'clientReference' => 'parcel-' . ($at + 1)];
}
$answer = call('POST', '/v1/messages', ['messages' => $messages]);
foreach ($answer['messages'] as $each) {
    echo $each['to'], ' ', $each['messageId'] ?? "{$each['error']}: {$each['message']}", PHP_EOL;
}
echo "{$answer['acceptedCount']} accepted, {$answer['refusedCount']} refused, {$answer['units']} units", PHP_EOL;
