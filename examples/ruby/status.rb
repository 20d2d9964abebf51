# Reads the status of a message.   ruby status.rb MESSAGE_ID
require_relative 'api'

message = call('GET', "/v1/messages/#{ARGV.first}")
puts "#{message['status']} #{message['carrierStatus']}"
