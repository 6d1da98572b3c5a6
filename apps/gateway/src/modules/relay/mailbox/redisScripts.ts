/*
 * Each change of a topic is one script, so that it is atomic for all processes. Keys of a topic, in this order: texts
 * and facts (hashes by message ID; facts are the publisher and the metadata), places and ends (sorted sets of IDs by
 * sequence number and expiry), receivers (hash by ID: ` client client`), state (last sequence number, bytes, expiry of
 * the keys). Keys of the whole mailbox: ends and ages (sorted sets of `topic:id:bytes` by expiry and publication),
 * bytes, and the outbox of stored messages that may not have been published.
 */
const shared = `
local texts, facts, places, ends, receivers, state = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[6]
local allEnds, allAges, allBytes = KEYS[7], KEYS[8], KEYS[9]
local function forget(topic, id)
  local bytes = redis.call('HSTRLEN', texts, id)
  redis.call('HDEL', texts, id)
  redis.call('HDEL', facts, id)
  redis.call('ZREM', places, id)
  redis.call('ZREM', ends, id)
  redis.call('HDEL', receivers, id)
  local entry = topic .. ':' .. id .. ':' .. bytes
  redis.call('ZREM', allAges, entry)
  -- The stats script may have removed the entry already: do not subtract its bytes twice.
  if redis.call('ZREM', allEnds, entry) == 1 then redis.call('DECRBY', allBytes, bytes) end
  redis.call('HINCRBY', state, 'bytes', -bytes)
end
local function forgetExpired(topic, now)
  for _, id in ipairs(redis.call('ZRANGEBYSCORE', ends, '-inf', now)) do forget(topic, id) end
end
`

/** Stores a message. Returns `{status, seq, previous}`. */
export const addScript = `${shared}
local outbox = KEYS[10]
local topic, id, text, facts_, at, till, maxMessages, maxBytes =
  ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5], ARGV[6], tonumber(ARGV[7]), tonumber(ARGV[8])
forgetExpired(topic, at)
local duplicate = redis.call('ZSCORE', places, id)
if duplicate then return {'duplicate', duplicate, duplicate} end
local function fits()
  local bytes = tonumber(redis.call('HGET', state, 'bytes') or 0)
  return redis.call('HLEN', texts) < maxMessages and bytes + #text <= maxBytes
end
if not fits() then
  local spare = math.ceil(maxMessages / 8)
  for _, old in ipairs(redis.call('ZRANGE', places, 0, -1)) do
    if spare > 0 and redis.call('HEXISTS', receivers, old) == 1 then
      forget(topic, old)
      spare = spare - 1
    end
  end
  if not fits() then return {'full', '0', '0'} end
end
local previous = redis.call('HGET', state, 'last') or '0'
-- Sequence numbers come from the clock, so that they increase even after a topic's keys have expired. They also exceed
-- the previous one, so that they increase even if the clock is set back.
local time = redis.call('TIME')
local seq = string.format('%.0f', math.max(time[1] * 1000000 + time[2], tonumber(previous) + 1))
redis.call('HSET', texts, id, text)
redis.call('HSET', facts, id, facts_)
redis.call('ZADD', places, seq, id)
redis.call('ZADD', ends, till, id)
redis.call('HSET', state, 'last', seq)
redis.call('HINCRBY', state, 'bytes', #text)
local entry = topic .. ':' .. id .. ':' .. #text
redis.call('ZADD', allEnds, till, entry)
redis.call('ZADD', allAges, at, entry)
redis.call('INCRBY', allBytes, #text)
redis.call('ZADD', outbox, time[1] * 1000 + math.floor(time[2] / 1000), topic .. ':' .. seq)
local keep = math.max(tonumber(redis.call('HGET', state, 'until') or 0), tonumber(till) + 60000)
redis.call('HSET', state, 'until', string.format('%.0f', keep))
for index = 1, 6 do redis.call('PEXPIREAT', KEYS[index], string.format('%.0f', keep)) end
return {'added', seq, previous}
`

/** Reads one topic for one client. Returns `{last, more, seq, id, facts, text, …}`. */
export const readScript = `${shared}
local topic, client, after, now, maxMessages, maxBytes =
  ARGV[1], ARGV[2], ARGV[3], ARGV[4], tonumber(ARGV[5]), tonumber(ARGV[6])
forgetExpired(topic, now)
local answer = {redis.call('HGET', state, 'last') or '0', '0'}
local found = redis.call('ZRANGEBYSCORE', places, '(' .. after, '+inf', 'WITHSCORES')
for index = 1, #found, 2 do
  local id = found[index]
  local facts_ = redis.call('HGET', facts, id)
  local got = redis.call('HGET', receivers, id) or ''
  -- The facts start with the publisher.
  local own = string.sub(facts_, 1, #client + 1) == client .. ' '
  if not own and not string.find(got .. ' ', ' ' .. client .. ' ', 1, true) then
    if maxMessages <= 0 or maxBytes <= 0 then
      answer[2] = '1'
      break
    end
    local text = redis.call('HGET', texts, id)
    for _, part in ipairs({found[index + 1], id, facts_, text}) do answer[#answer + 1] = part end
    maxMessages = maxMessages - 1
    maxBytes = maxBytes - #text
  end
end
return answer
`

/** Records that a client has received a message. */
export const acknowledgeScript = `${shared}
local id, client = ARGV[1], ARGV[2]
if redis.call('HEXISTS', texts, id) == 0 then return end
local got = redis.call('HGET', receivers, id) or ''
if string.find(got .. ' ', ' ' .. client .. ' ', 1, true) then return end
redis.call('HSET', receivers, id, got .. ' ' .. client)
redis.call('PEXPIREAT', receivers, redis.call('HGET', state, 'until'))
`

/** Counts messages and bytes. Returns `{messages, bytes, oldest}`. */
export const statsScript = `
local ends, ages, bytes = KEYS[1], KEYS[2], KEYS[3]
while true do
  local gone = redis.call('ZRANGEBYSCORE', ends, '-inf', ARGV[1], 'LIMIT', 0, 1000)
  if #gone == 0 then break end
  redis.call('ZREM', ends, unpack(gone))
  redis.call('ZREM', ages, unpack(gone))
  for _, entry in ipairs(gone) do redis.call('DECRBY', bytes, string.match(entry, '(%d+)$')) end
end
local oldest = redis.call('ZRANGE', ages, 0, 0, 'WITHSCORES')[2] or ''
return {redis.call('ZCARD', ends), redis.call('GET', bytes) or '0', oldest}
`

/** Publishes a gap (an empty text) for each topic with a message that its process has not published in time. */
export const resendScript = `
local time = redis.call('TIME')
local late = time[1] * 1000 + math.floor(time[2] / 1000) - ARGV[1]
for _, entry in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', late, 'LIMIT', 0, 500)) do
  redis.call('ZREM', KEYS[1], entry)
  redis.call('PUBLISH', ARGV[2] .. string.match(entry, '^(%x+)'), '')
end
`
