/** Returns an array that throws whenever it is accessed. */
export function throwingProxy(): object {
  const fail = () => {
    throw new Error('accessed')
  }
  return new Proxy([], { get: fail, has: fail, ownKeys: fail, getPrototypeOf: fail })
}
