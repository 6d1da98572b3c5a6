import { createServer } from 'node:http'

// A bare Node HTTP server that parses a JSON-RPC call and answers the balance that the local chain's first account has: the most
// that one process of this runtime can do.
const server = createServer((request, response) => {
  const chunks = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () => {
    // wrk opens a first connection without a body.
    const { id = null } = JSON.parse(Buffer.concat(chunks).toString() || '{}')
    const body = JSON.stringify({ jsonrpc: '2.0', id, result: '0x21e19e0c9bab2400000' })
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body)
  })
})
server.listen(0, '127.0.0.1', () => console.log(`bare ready http://127.0.0.1:${server.address().port}`))
