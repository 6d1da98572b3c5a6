import { BaseError } from '@portico/protocol'

/** Where a server was to listen, with the environment variables that say so. */
export type ListenAddress = { host: string; port: number; hostVariable: string; portVariable: string }

/** Returns an error that says why a server cannot listen and what to change; other errors are returned as they are. */
export function explainListenError(
  error: NodeJS.ErrnoException,
  { host, port, hostVariable, portVariable }: ListenAddress,
): Error {
  if (error.code === 'EADDRINUSE')
    return new BaseError(
      `Port ${port} is taken: stop the program that has it, or choose another one with ${portVariable}.`,
    )
  if (error.code === 'EACCES')
    return new BaseError(`This user may not listen on port ${port}: choose another one with ${portVariable}.`)
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return new BaseError(`This machine does not have the address ${host}: correct ${hostVariable}.`)
  return error
}
