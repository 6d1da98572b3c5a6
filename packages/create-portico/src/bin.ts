#!/usr/bin/env node
import { main } from './main.ts'

process.exitCode = await main({
  args: process.argv.slice(2),
  terminal: {
    input: process.stdin,
    output: process.stdout,
    error: process.stderr,
    userAgent: process.env.npm_config_user_agent,
  },
})
