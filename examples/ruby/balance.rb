# What is left to send with.   ruby balance.rb
require_relative 'api'

balance = call('GET', '/v1/balance')
puts "#{balance['units']} units, and #{balance['heldUnits']} set aside"
