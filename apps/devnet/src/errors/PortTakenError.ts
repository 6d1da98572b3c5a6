import { DevnetError } from './DevnetError.ts'

/** Thrown if a chain cannot listen on its address. */
export class PortTakenError extends DevnetError {
  override name = 'PortTakenError'
  readonly port: number
  constructor({
    chain,
    host,
    port,
    variable,
  }: {
    chain: string
    host: string
    port: number
    variable: string
  }) {
    super(
      'port-taken',
      `Port ${port} on ${host}, wanted by ${chain}, is taken by another program: stop that program or set ${variable} to a free port.`,
    )
    this.port = port
  }
}
