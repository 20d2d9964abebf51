# Sends one message.   ruby send_one.rb +254712345678 'Your code is 4821.'
require_relative 'api'

to, text = ARGV
message = call('POST', '/v1/messages', { from: ENV.fetch('SENDER', 'TUMA'), to: to, text: text })
puts [message['messageId'], message['segments'], message['units']].join(' ')
