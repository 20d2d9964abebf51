<?php
// What is left to send with.   php balance.php
require __DIR__ . '/api.php';

['units' => $units, 'heldUnits' => $held] = call('GET', '/v1/balance');
echo "$units units, and $held set aside", PHP_EOL;
