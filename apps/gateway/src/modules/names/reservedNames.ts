/** Labels that cannot be registered, because they could be mistaken for the operator, a service or a group. */
export const reservedNames: ReadonlySet<string> = new Set(
  `abuse account accounts admin administrator all anonymous api app apps billing blog bot cdn contact dashboard default
  demo developer developers docs domain email ens eth everyone example ftp gateway guest help helpdesk host hostmaster
  imap info invalid legal local localhost login logout mail mailer-daemon me mod moderator name names news nobody noreply
  no-reply null official operator owner payment payments pop pop3 portico postmaster press privacy public register relay
  resolver root sales security server service services settings shop signin signup smtp ssl staff static status store
  subdomain superuser support sysadmin system team terms test undefined user username users vault verify wallet wallets
  webmaster website wpad www`.split(/\s+/),
)
