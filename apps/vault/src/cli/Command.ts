import type { Command as SharedCommand } from '@portico/server'
import type { Config } from '../config/Config.ts'

/** An operator command of the vault. */
export type Command = SharedCommand<Config>
