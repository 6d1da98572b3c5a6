/** What the command line understands. */
export const usage = `Usage: portico <command>

  portico migrate <kit> [folder] [--dry]
      Migrates an application to Portico. <kit>: appkit, rainbowkit, connectkit or onchainkit.
      --dry  prints a unified diff and changes nothing

  portico doctor [gateway] [--project <id>] [--origin <page>] [--wallet <site>] [--relay <url>]
      Finds what is set up wrong: the installed packages and, with their addresses, the gateway, its project,
      its relay, the wallet site and the page.
      --folder <path>  of the application; default: this folder
      --json           prints JSON. The exit code is 1 if there is a problem

  portico --version
`
