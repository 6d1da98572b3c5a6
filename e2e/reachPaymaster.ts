// Loaded into the gateway by stack.ts, before its own code: it reaches public hosts only, and no test has one. The name of the tests'
// paymaster (startPaymaster.ts) resolves to an address in its place, and connections to that address go to the test. All else, such as the
// check of the certificate, is as always.
import { Resolver } from 'node:dns/promises'
import { readFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import tls from 'node:tls'
import { paymasterFile, paymasterHost } from './paymasterHost.ts'

const address = '1.1.1.1'
const resolve4: (name: string) => Promise<string[]> = Resolver.prototype.resolve4
Object.assign(Resolver.prototype, {
  resolve4(this: Resolver, name: string) {
    return name === paymasterHost ? Promise.resolve([address]) : resolve4.call(this, name)
  },
})

const { connect } = tls
Object.assign(tls, {
  connect(options: tls.ConnectionOptions) {
    if (options.host !== address) return connect(options)
    const { port, cert } = JSON.parse(readFileSync(paymasterFile(process.env.PORTICO_DATA_DIR ?? ''), 'utf8'))
    return connect({ ...options, host: '127.0.0.1', port, ca: cert })
  },
})
syncBuiltinESMExports()
