import { readTopicsLimit } from './readTopicsLimit.ts'
import { redisKeys } from './redisKeys.ts'

/*
 * Each change is one script, so that it is atomic for all processes. The scripts build the names of their keys, because
 * making room for a message drops messages of other topics: a cluster is not supported.
 *
 * Keys of a topic: texts, facts, receivers and entries (hashes by message ID; facts are the publisher and the metadata,
 * receivers are ` client client`), places and ends (sorted sets of IDs by sequence number and by time of deletion), state
 * (last sequence number, bytes, expiry of the keys, whether messages are `shortened`: deleted before they expire).
 *
 * Keys of the whole mailbox: ends and ages (sorted sets of entries by time of deletion and of publication), used
 * (messages and bytes by scope), read (topics by the time at which a client read them last), and the outbox of stored
 * messages that may not have been published. `acknowledged:<scope>` is the sorted set of a scope's entries by the time
 * of their first acknowledgement.
 *
 * An entry is `topic:id:bytes:address:project`. It holds all that is needed to count a message no more, even after the
 * keys of its topic have expired. A scope is `address:<address>`, `project:<project>` or `total`.
 */
const shared = `
local prefix = '${redisKeys.prefix}'
local allEnds, allAges, used, read = prefix .. 'ends', prefix .. 'ages', prefix .. 'used', prefix .. 'read'
local function keyOf(topic, part) return prefix .. 'topic:' .. topic .. ':' .. part end
local function scopesOf(address, project) return {'address:' .. address, 'project:' .. project, 'total'} end
local function forget(entry)
  local topic, id, bytes, address, project = string.match(entry, '^(%x+):(%x+):(%d+):([^:]*):(.*)$')
  -- The topic may have expired, and the message may have been stored again since.
  if redis.call('HGET', keyOf(topic, 'entries'), id) == entry then
    for _, part in ipairs({'texts', 'facts', 'receivers', 'entries'}) do
      redis.call('HDEL', keyOf(topic, part), id)
    end
    for _, part in ipairs({'places', 'ends'}) do redis.call('ZREM', keyOf(topic, part), id) end
    redis.call('HINCRBY', keyOf(topic, 'state'), 'bytes', -bytes)
  end
  local scopes = scopesOf(address, project)
  for _, scope in ipairs(scopes) do redis.call('ZREM', prefix .. 'acknowledged:' .. scope, entry) end
  redis.call('ZREM', allAges, entry)
  if redis.call('ZREM', allEnds, entry) == 0 then return end
  for _, scope in ipairs(scopes) do
    redis.call('HINCRBY', used, 'bytes ' .. scope, -bytes)
    if redis.call('HINCRBY', used, 'messages ' .. scope, -1) <= 0 then
      redis.call('HDEL', used, 'messages ' .. scope, 'bytes ' .. scope)
    end
  end
end
local function forgetExpired(topic, now)
  for _, id in ipairs(redis.call('ZRANGEBYSCORE', keyOf(topic, 'ends'), '-inf', now)) do
    local entry = redis.call('HGET', keyOf(topic, 'entries'), id)
    if entry then forget(entry) end
  end
end
-- Forgets at most 1000 expired messages of any topic, and returns how many there were.
local function sweep(now)
  local gone = redis.call('ZRANGEBYSCORE', allEnds, '-inf', now, 'LIMIT', 0, 1000)
  for _, entry in ipairs(gone) do forget(entry) end
  return #gone
end
-- Keeps the keys of a topic for a minute longer than its last message.
local function keepTopic(topic, till)
  local state = keyOf(topic, 'state')
  local keep = math.max(tonumber(redis.call('HGET', state, 'until') or 0), tonumber(till) + 60000)
  redis.call('HSET', state, 'until', string.format('%.0f', keep))
  for _, part in ipairs({'texts', 'facts', 'receivers', 'entries', 'places', 'ends', 'state'}) do
    redis.call('PEXPIREAT', keyOf(topic, part), string.format('%.0f', keep))
  end
end
`

/**
 * Stores a message. Returns `{status, seq, previous}`, or `{'full', scope}`.
 *
 * The last arguments are the limits of messages and bytes of the topic, the address, the project and the total.
 */
export const addScript = `${shared}
local topic, id, text, facts, bytes, address, project, at, till, soon, subscribed = unpack(ARGV, 1, 11)
forgetExpired(topic, at)
sweep(at)
local duplicate = redis.call('ZSCORE', keyOf(topic, 'places'), id)
if duplicate then return {'duplicate', duplicate, duplicate} end
local function full(messages, stored, index)
  return messages >= tonumber(ARGV[index]) or stored + bytes > tonumber(ARGV[index + 1])
end
local function topicFull()
  local stored = tonumber(redis.call('HGET', keyOf(topic, 'state'), 'bytes') or 0)
  return full(redis.call('HLEN', keyOf(topic, 'texts')), stored, 12)
end
if topicFull() then
  local spare = math.ceil(ARGV[12] / 8)
  for _, old in ipairs(redis.call('ZRANGE', keyOf(topic, 'places'), 0, -1)) do
    if spare > 0 and redis.call('HEXISTS', keyOf(topic, 'receivers'), old) == 1 then
      local entry = redis.call('HGET', keyOf(topic, 'entries'), old)
      if entry then forget(entry) end
      spare = spare - 1
    end
  end
  if topicFull() then return {'full', 'topic'} end
end
local scopes = scopesOf(address, project)
for place, scope in ipairs(scopes) do
  local function scopeFull()
    local messages, stored = unpack(redis.call('HMGET', used, 'messages ' .. scope, 'bytes ' .. scope))
    return full(tonumber(messages or 0), tonumber(stored or 0), 12 + 2 * place)
  end
  while scopeFull() and sweep(at) > 0 do end
  while scopeFull() do
    local oldest = redis.call('ZRANGE', prefix .. 'acknowledged:' .. scope, 0, 0)[1]
    if not oldest then return {'full', string.match(scope, '^%a+')} end
    forget(oldest)
  end
end
local wanted = subscribed == '1' or redis.call('ZSCORE', read, topic)
  or redis.call('PUBSUB', 'NUMSUB', '${redisKeys.channel}' .. topic)[2] > 0
if wanted or tonumber(soon) > tonumber(till) then soon = till end
local previous = redis.call('HGET', keyOf(topic, 'state'), 'last') or '0'
-- Sequence numbers come from the clock, so that they increase even after a topic's keys have expired. They also exceed
-- the previous one, so that they increase even if the clock is set back.
local time = redis.call('TIME')
local seq = string.format('%.0f', math.max(time[1] * 1000000 + time[2], tonumber(previous) + 1))
local entry = table.concat({topic, id, bytes, address, project}, ':')
redis.call('HSET', keyOf(topic, 'texts'), id, text)
redis.call('HSET', keyOf(topic, 'facts'), id, facts)
redis.call('HSET', keyOf(topic, 'entries'), id, entry)
redis.call('ZADD', keyOf(topic, 'places'), seq, id)
redis.call('ZADD', keyOf(topic, 'ends'), soon, id)
redis.call('HSET', keyOf(topic, 'state'), 'last', seq)
if soon ~= till then redis.call('HSET', keyOf(topic, 'state'), 'shortened', 1) end
redis.call('HINCRBY', keyOf(topic, 'state'), 'bytes', bytes)
-- The entry exists if it is that of an expired message which has not been forgotten yet.
if redis.call('ZADD', allEnds, soon, entry) == 1 then
  for _, scope in ipairs(scopes) do
    redis.call('HINCRBY', used, 'messages ' .. scope, 1)
    redis.call('HINCRBY', used, 'bytes ' .. scope, bytes)
  end
end
redis.call('ZADD', allAges, at, entry)
redis.call('ZADD', prefix .. 'outbox', time[1] * 1000 + math.floor(time[2] / 1000), topic .. ':' .. seq)
keepTopic(topic, soon)
return {'added', seq, previous}
`

/** Reads one topic for one client. Returns `{last, more, seq, id, facts, text, …}`. */
export const readScript = `${shared}
local topic, client, after, now, maxMessages, maxBytes =
  ARGV[1], ARGV[2], ARGV[3], ARGV[4], tonumber(ARGV[5]), tonumber(ARGV[6])
redis.call('ZADD', read, now, topic)
redis.call('ZREMRANGEBYRANK', read, 0, -${readTopicsLimit} - 1)
forgetExpired(topic, now)
local state = keyOf(topic, 'state')
if redis.call('HDEL', state, 'shortened') == 1 then
  for _, id in ipairs(redis.call('ZRANGE', keyOf(topic, 'places'), 0, -1)) do
    local facts = redis.call('HGET', keyOf(topic, 'facts'), id)
    local till = string.format('%.0f', cjson.decode(string.match(facts, ' (.*)$')).expiresAt)
    redis.call('ZADD', keyOf(topic, 'ends'), 'XX', till, id)
    redis.call('ZADD', allEnds, 'XX', till, redis.call('HGET', keyOf(topic, 'entries'), id))
    keepTopic(topic, till)
  end
end
local answer = {redis.call('HGET', state, 'last') or '0', '0'}
local found = redis.call('ZRANGEBYSCORE', keyOf(topic, 'places'), '(' .. after, '+inf', 'WITHSCORES')
for index = 1, #found, 2 do
  local id = found[index]
  local facts = redis.call('HGET', keyOf(topic, 'facts'), id)
  local got = redis.call('HGET', keyOf(topic, 'receivers'), id) or ''
  -- The facts start with the publisher.
  local own = string.sub(facts, 1, #client + 1) == client .. ' '
  if not own and not string.find(got .. ' ', ' ' .. client .. ' ', 1, true) then
    if maxMessages <= 0 or maxBytes <= 0 then
      answer[2] = '1'
      break
    end
    local text = redis.call('HGET', keyOf(topic, 'texts'), id)
    for _, part in ipairs({found[index + 1], id, facts, text}) do answer[#answer + 1] = part end
    maxMessages = maxMessages - 1
    maxBytes = maxBytes - string.match(redis.call('HGET', keyOf(topic, 'entries'), id), '^%x+:%x+:(%d+)')
  end
end
return answer
`

/** Records that a client has received a message. */
export const acknowledgeScript = `${shared}
local topic, id, client = ARGV[1], ARGV[2], ARGV[3]
local entry = redis.call('HGET', keyOf(topic, 'entries'), id)
if not entry then return end
local receivers = keyOf(topic, 'receivers')
local got = redis.call('HGET', receivers, id) or ''
if string.find(got .. ' ', ' ' .. client .. ' ', 1, true) then return end
redis.call('HSET', receivers, id, got .. ' ' .. client)
redis.call('PEXPIREAT', receivers, redis.call('HGET', keyOf(topic, 'state'), 'until'))
local time = redis.call('TIME')
local address, project = string.match(entry, '^%x+:%x+:%d+:([^:]*):(.*)$')
for _, scope in ipairs(scopesOf(address, project)) do
  redis.call('ZADD', prefix .. 'acknowledged:' .. scope, 'NX', time[1] * 1000000 + time[2], entry)
end
`

/** Counts messages and bytes. Returns `{messages, bytes, oldest}`. */
export const statsScript = `${shared}
while sweep(ARGV[1]) > 0 do end
local oldest = redis.call('ZRANGE', allAges, 0, 0, 'WITHSCORES')[2] or ''
return {redis.call('ZCARD', allEnds), redis.call('HGET', used, 'bytes total') or '0', oldest}
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
