import { join } from 'node:path'

/** The host of the paymaster that project `local` lets pay in these tests. */
export const paymasterHost = 'pay.portico.dev'

/** Returns the file that says where the test listens in its place, and with which certificate. */
export function paymasterFile(dataDir: string): string {
  return join(dataDir, 'paymaster.json')
}
