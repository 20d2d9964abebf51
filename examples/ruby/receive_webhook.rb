# Takes webhooks and believes only what is signed.   WEBHOOK_SECRET=whsec_... ruby receive_webhook.rb
require 'json'
require 'openssl'
require 'socket'

OLDEST_SECONDS = 300

# True if the body, exactly as it came, was signed with our secret a short while ago.
def genuine?(signature, body)
  parts = signature.split(',').map { |part| part.split('=', 2) }
  seconds = parts.find { |name, _| name == 't' }&.last.to_s
  return false unless seconds.match?(/\A\d+\z/) && (Time.now.to_i - seconds.to_i).abs <= OLDEST_SECONDS

  expected = OpenSSL::HMAC.hexdigest('SHA256', ENV.fetch('WEBHOOK_SECRET'), "#{seconds}.#{body}")
  parts.any? { |name, value| name == 'v1' && value && OpenSSL.secure_compare(value, expected) }
end

# In an application this is an action of its own framework: read the raw body and this header.
def answer(client)
  headers = {}
  client.gets
  while (line = client.gets&.chomp) && line != ''
    name, value = line.split(':', 2)
    headers[name.downcase] = value.to_s.strip
  end
  body = client.read(headers['content-length'].to_i).to_s
  is_genuine = genuine?(headers['tuma-signature'].to_s, body)
  client.write "HTTP/1.1 #{is_genuine ? '204 No Content' : '401 Unauthorized'}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
  return unless is_genuine

  # An event may come again, so remember the ids of those that are done.
  event = JSON.parse(body)
  data = event['data']
  puts [event['id'], event['type'], data['messageId'], data['status'] || data['text']].join(' ')
ensure
  client.close
end

$stdout.sync = true
server = TCPServer.new(ENV.fetch('PORT', '3000').to_i)
puts "listening on #{server.addr[1]}"
loop { Thread.new(server.accept) { |client| answer(client) } }
