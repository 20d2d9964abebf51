# Sends up to 1,000 messages in one call, and tells what was refused.   ruby send_many.rb +254712345678 +254722345692
require_relative 'api'

messages = ARGV.each_with_index.map do |to, at|
  { from: ENV.fetch('SENDER', 'TUMA'), to: to, text: 'Your parcel is here.', clientReference: "parcel-#{at + 1}" }
end
answer = call('POST', '/v1/messages', { messages: messages })
answer['messages'].each do |each|
  puts "#{each['to']} #{each['messageId'] || "#{each['error']}: #{each['message']}"}"
end
puts "#{answer['acceptedCount']} accepted, #{answer['refusedCount']} refused, #{answer['units']} units"
