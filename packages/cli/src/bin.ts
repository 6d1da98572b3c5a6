#!/usr/bin/env node
import { main } from './main.ts'

process.exitCode = await main({
  args: process.argv.slice(2),
  output: {
    out: (text) => process.stdout.write(text),
    error: (text) => process.stderr.write(text),
  },
})
