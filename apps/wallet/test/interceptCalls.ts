import type { CreateAccountParameters } from '../src/session/createAccount.ts'
import type { ServerClient } from '../src/session/createServerClient.ts'
import type { PartitionStorage } from '../src/session/PartitionStorage.ts'
import type { StartKeyWorker } from '../src/signer/KeyWorker.ts'

/**
 * Runs around each call of an account to one of its dependencies. `step` names the call, such as
 * `gateway POST /wallet/v1/sessions`, `storage write session` or `worker create`.
 */
export type Intercept = <value>(step: string, call: () => Promise<value>) => Promise<value>

type Dependencies = Pick<CreateAccountParameters, 'storage' | 'gatewayServer' | 'vaultServer' | 'startWorker'>

/** Wraps everything that an account awaits (storage, gateway, vault, key worker), so that a test can make any call fail. */
export function interceptCalls(
  { storage, gatewayServer, vaultServer, startWorker }: Dependencies,
  intercept: Intercept,
): Dependencies {
  return {
    storage: interceptStorage(storage, intercept),
    gatewayServer: interceptServer('gateway', gatewayServer, intercept),
    vaultServer: interceptServer('vault', vaultServer, intercept),
    startWorker: interceptWorker(startWorker, intercept),
  }
}

function interceptStorage(storage: PartitionStorage, intercept: Intercept): PartitionStorage {
  return {
    isDurable: storage.isDurable,
    read: (key) => intercept(`storage read ${key}`, () => storage.read(key)),
    write: (key, value) => intercept(`storage write ${key}`, () => storage.write(key, value)),
    remove: (keys) => intercept('storage remove', () => storage.remove(keys)),
    keys: () => intercept('storage keys', () => storage.keys()),
  }
}

function interceptServer(name: string, server: ServerClient, intercept: Intercept): ServerClient {
  return {
    call(request) {
      const path = request.path.replaceAll(/(wlt|slt)_[\w-]+/g, ':id')
      return intercept(`${name} ${request.method ?? 'POST'} ${path}`, () => server.call(request))
    },
  }
}

function interceptWorker(startWorker: StartKeyWorker, intercept: Intercept): StartKeyWorker {
  return () => {
    const worker = startWorker()
    return {
      run: (name, input) => intercept(`worker ${name}`, () => worker.run(name, input)),
      close: () => worker.close(),
    }
  }
}
