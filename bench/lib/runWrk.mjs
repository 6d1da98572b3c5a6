import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { requireProgram } from './requireProgram.mjs'

/**
 * Sends JSON-RPC calls as fast as responses arrive.
 *
 * @param {object} parameters
 * @param {string} parameters.url
 * @param {'same' | 'different'} parameters.calls the balance of the same account, or of another one in each call
 * @param {number} parameters.connections
 * @param {number} parameters.seconds
 * @returns {Promise<{ perSecond: number, p50: number, p99: number, failed: number }>} times in milliseconds; `failed`
 * counts responses with another status than 200 or without a result
 */
export async function runWrk({ url, calls, connections, seconds }) {
  const program = requireProgram({ command: 'wrk', debianPackage: 'wrk' })
  const folder = mkdtempSync(join(tmpdir(), 'portico-wrk-'))
  const script = join(folder, 'calls.lua')
  writeFileSync(
    script,
    `
local n = 0
local id = 0
function setup(thread) thread:set("id", id); id = id + 1 end
function init() math.randomseed(id + ${Date.now() % 1_000_000}) end
wrk.method = "POST"
wrk.headers["Content-Type"] = "application/json"
local function body()
  local account = "f39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
  if "${calls}" == "different" then
    n = n + 1
    account = string.format("%08x%08x%08x%016x", math.random(0, 2147483647), math.random(0, 2147483647), id, n)
  end
  return '{"jsonrpc":"2.0","id":1,"method":"eth_getBalance","params":["0x' .. account .. '","latest"]}'
end
function request() return wrk.format(nil, nil, nil, body()) end
failed = 0
function response(status, headers, text)
  if status ~= 200 or not string.find(text, '"result"', 1, true) then failed = failed + 1 end
end
local threads = {}
local setupOnce = setup
function setup(thread) setupOnce(thread); table.insert(threads, thread) end
function done(summary, latency)
  local bad = summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout
  for _, thread in ipairs(threads) do bad = bad + thread:get("failed") end
  io.write(string.format("RESULT %f %f %f %d\\n", summary.requests / summary.duration * 1e6,
    latency:percentile(50) / 1000, latency:percentile(99) / 1000, bad))
end
`,
  )
  const args = ['-t', '1', '-c', String(connections), '-d', `${seconds}s`, '-s', script, url]
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  child.stderr.on('data', (chunk) => {
    output += chunk
  })
  await new Promise((resolve) => child.once('close', resolve))
  rmSync(folder, { recursive: true, force: true })
  const result = /RESULT (\S+) (\S+) (\S+) (\d+)/.exec(output)
  if (!result) throw new Error(`wrk measured nothing:\n${output}`)
  const [perSecond, p50, p99, failed] = result.slice(1).map(Number)
  return { perSecond, p50, p99, failed }
}
