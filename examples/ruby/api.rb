# What the other examples call with: API_URL, such as https://sms.example.com, and API_KEY.
require 'json'
require 'net/http'
require 'securerandom'

# Makes one call. A write takes a key of its own, under which it can be tried again without being done twice.
def call(method, path, body = nil, idempotency_key = SecureRandom.uuid)
  url = URI(ENV.fetch('API_URL') + path)
  headers = { 'Authorization' => "Bearer #{ENV.fetch('API_KEY')}" }
  headers.update('Content-Type' => 'application/json', 'Idempotency-Key' => idempotency_key) if body
  response = Net::HTTP.start(url.host, url.port, use_ssl: url.scheme == 'https', read_timeout: 30) do |http|
    http.send_request(method, url.request_uri, body && JSON.generate(body), headers)
  end
  answer = JSON.parse(response.body)
  abort "#{response.code} #{answer['error']}: #{answer['message']}" if response.code.to_i >= 400
  answer
end
