import type { Command as SharedCommand } from '@portico/server'
import type { Config } from '../../infra/config/Config.ts'

/** An operator command of the gateway. */
export type Command = SharedCommand<Config> & {
  /** One line for the list of commands. */
  summary: string
}
