-- The arithmetic of leaky_bucket.py, abnormal_traffic.py, time_usage.py, per_minute.py and
-- token_bucket.py once more, for many keys at once: KEYS[i] is changed as ARGV[i] says, a byte for
-- what to do and its numbers as doubles, all in one go. A test runs both through long sequences.
-- Answers the server's time in two numbers, and for each key a text of doubles.

local MARGIN_MS = 60000 -- kept longer than needed by that, as clocks of machines differ
local MOST_S = 172800
local EMPTY = struct.pack('<ddddd', 0, 0, 0, 0, 0)

-- as Python's max() and min() have it, whatever they are given
local function larger(a, b) if b > a then return b end return a end
local function smaller(a, b) if b < a then return b end return a end
local function yes(said) return said and 1 or 0 end

local function stored(key)
  local found = redis.call('GET', key)
  return found and #found == 40 and found or EMPTY
end

local function state(key)
  return struct.unpack('<ddddd', stored(key))
end

local function write(key, now, idle_at, packed)
  if packed == EMPTY then
    redis.call('DEL', key)
    return
  end
  local left = larger(0, smaller(MOST_S, idle_at - now))
  redis.call('SET', key, packed, 'PX', math.ceil(left * 1000) + MARGIN_MS)
end

local function keep(key, now, idle_at, a, b, c, d)
  write(key, now, idle_at, struct.pack('<ddddd', idle_at, a, b, c, d))
end

local function elapsed(at, now)
  local passed = now - at
  if passed >= 0 then return passed, now end
  if passed >= -1 then return 0, at end
  return 0, now
end

local function drained(level, penalty, at, now, capacity, drain)
  local passed
  passed, at = elapsed(at, now)
  local gone = passed * drain
  local full = (capacity > 2 and capacity or 2) - 0.5
  local most = full + 1e-6 + 1 + capacity
  level = (level <= most and level or most) - gone
  penalty = (penalty <= capacity and penalty or capacity) - gone / 2
  level = level > 0 and level or 0
  return level, penalty > 0 and penalty or 0, at, full
end

local function admitting(level, capacity)
  local used, usage = math.ceil(level - 1e-6), 100 * level / capacity
  return struct.pack(
    '<dddd', 1, used < capacity and used or capacity, usage < 99.99 and usage or 99.99, 0)
end

local function refusing(level, full, capacity, drain)
  local usage, wait = 100 * level / capacity, (level - (full - 0.5) - 1e-6 / 2) / drain
  return struct.pack('<dddd', 0, capacity, usage > 100 and usage or 100, math.ceil(wait))
end

local function keep_bucket(key, now, level, penalty, at, refused, drain)
  local longest = level > 2 * penalty and level or 2 * penalty
  keep(key, now, at + longest / drain, level, penalty, at, refused)
end

local function admit(key, now, capacity, drain)
  local _, level, penalty, at, refused = state(key)
  local full
  level, penalty, at, full = drained(level, penalty, at, now, capacity, drain)
  if level <= (refused > 0 and full - 0.5 or full) + 1e-6 then
    level = level + 1
    keep_bucket(key, now, level, penalty, at, 0, drain)
    return admitting(level, capacity), true
  end
  local weight = capacity - penalty
  weight = weight < 0.5 and weight or 0.5
  level = level + weight
  keep_bucket(key, now, level, penalty + weight, at, 1, drain)
  return refusing(level, full, capacity, drain), false
end

local function look(key, now, capacity, drain)
  local _, level, penalty, at, refused = state(key)
  local full
  level, penalty, at, full = drained(level, penalty, at, now, capacity, drain)
  if refused > 0 and level > full - 0.5 + 1e-6 then
    return refusing(level, full, capacity, drain)
  end
  return admitting(level, capacity)
end

local function give_back(key, now, capacity, drain)
  local _, level, penalty, at = state(key)
  level, penalty, at = drained(level, penalty, at, now, capacity, drain)
  keep_bucket(key, now, level > 1 and level - 1 or 0, penalty, at, 0, drain)
end

local function note(key, now, per_second)
  local _, last, newer, older, abnormal_at = state(key)
  local cell = math.floor(now * 12)
  local moved = cell - last
  if moved >= -12 and moved < 0 then cell, moved = last, 0 end
  moved = math.floor(smaller(12, larger(0, moved)))
  local cells = {}
  for at = 1, 12 do
    local half = at <= 6 and newer or older
    half = half >= 0 and half < 2 ^ 48 and math.floor(half) or 0
    if at + moved <= 12 then cells[at + moved] = math.floor(half / 256 ^ ((at - 1) % 6)) % 256 end
  end
  for at = 1, moved do cells[at] = 0 end
  if cells[1] < 255 then cells[1] = cells[1] + 1 end
  local calls = 0
  newer, older = 0, 0
  for at = 12, 1, -1 do
    calls = calls + cells[at]
    if at > 6 then older = older * 256 + cells[at] else newer = newer * 256 + cells[at] end
  end
  local abnormal = calls >= per_second
  local since = cell / 12 - abnormal_at
  local in_episode = abnormal_at > 0 and since >= 0 and since < 10
  if abnormal or since < 0 then abnormal_at = abnormal and cell / 12 or 0 end
  local idle_at = larger(cell / 12 + 1 + 1 / 12, abnormal_at + 10)
  keep(key, now, idle_at, cell, newer, older, abnormal_at)
  return struct.pack('<ddd', yes(abnormal), yes(abnormal and not in_episode), calls)
end

local function spend(key, now, seconds, budget, window)
  local _, current, previous, opened = state(key)
  local passed, seen = elapsed(opened, now)
  if passed >= 2 * window then
    current, previous, opened, passed = 0, 0, now, 0
  elseif passed >= window then
    current, previous, opened, passed = 0, current, opened + window, passed - window
  elseif passed == 0 then
    opened = seen
  end
  local most = 10 * budget
  current = larger(0, smaller(most, larger(0, smaller(most, current)) + larger(0, seconds)))
  previous = larger(0, smaller(most, previous))
  keep(key, now, opened + (current ~= 0 and 2 * window or window), current, previous, opened, 0)
  return ''
end

local function minute(key, now, limit, cost)
  local _, used, opened = state(key)
  local passed, seen = elapsed(opened, now)
  if passed >= 60 - 1e-6 then
    used, opened = 0, now
  elseif passed == 0 then
    opened = seen
  end
  used = larger(0, smaller(limit, used))
  local admitted = used + cost <= limit
  if admitted then used = used + cost end
  local retry_after = 0
  if not admitted then retry_after = smaller(60, math.floor(60 - passed - 1e-6) + 1) end
  keep(key, now, opened + 60, used, opened, 0, 0)
  return struct.pack('<ddd', yes(admitted), math.floor(limit - used), retry_after)
end

local function token(key, now, burst, refill)
  local _, missing, at = state(key)
  local passed
  passed, at = elapsed(at, now)
  missing = larger(0, smaller(burst + 1e-6, missing) - passed * refill)
  local short = missing + 1 - burst
  local admitted = short <= 1e-6
  if admitted then missing = missing + 1 end
  local retry_after = 0
  if not admitted then retry_after = larger(1, math.ceil((short - 1e-6 / 2) / refill)) end
  keep(key, now, at + missing / refill, missing, at, 0, 0)
  return struct.pack(
    '<ddd', yes(admitted), larger(0, math.floor(burst - missing + 1e-6)), retry_after)
end

local time = redis.call('TIME')
local answers = { tonumber(time[1]), tonumber(time[2]) }
local before -- of the step before this one: its key and numbers, where it admitted
for at = 1, #KEYS do
  local key, said, answer, admitted = KEYS[at], ARGV[at], '', nil
  local what = struct.unpack('<B', said)
  if what == 1 then
    local _, now, capacity, drain = struct.unpack('<Bddd', said)
    answer, admitted = admit(key, now, capacity, drain)
    before = admitted and { key, now, capacity, drain } or nil
  elseif what == 2 then
    -- behind another bucket: filled only when both admit
    local _, now, capacity, drain = struct.unpack('<Bddd', said)
    if before then
      answer, admitted = admit(key, now, capacity, drain)
      if not admitted then give_back(unpack(before)) end
    else
      answer = look(key, now, capacity, drain)
    end
  elseif what == 3 then
    local _, now, capacity, drain = struct.unpack('<Bddd', said)
    answer = look(key, now, capacity, drain)
  elseif what == 4 then
    local _, now, per_second = struct.unpack('<Bdd', said)
    answer = note(key, now, per_second)
  elseif what == 5 then
    local _, now, seconds, budget, window = struct.unpack('<Bdddd', said)
    answer = spend(key, now, seconds, budget, window)
  elseif what == 6 then
    answer = stored(key)
  elseif what == 7 then
    local _, now, limit, cost = struct.unpack('<Bddd', said)
    answer = minute(key, now, limit, cost)
  elseif what == 8 then
    local _, now, burst, refill = struct.unpack('<Bddd', said)
    answer = token(key, now, burst, refill)
  elseif what == 9 then
    -- replace what was expected, or say what is there instead
    local found = stored(key)
    if found == string.sub(said, 10, 49) then
      local _, now, _, _, _, _, _, idle_at = struct.unpack('<Bddddddd', said)
      write(key, now, idle_at, string.sub(said, 50, 89))
    else
      answer = found
    end
  end
  answers[at + 2] = answer
end
return answers
