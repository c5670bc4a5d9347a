/** The words that the whole console shares: its layout, its parts, signing in, and what can go wrong. */

export const en = {
  brand: 'Platen',
  skip: 'Skip to the content',
  navigation: 'Sections',
  menu: 'Menu',
  loading: 'One moment …',
  again: 'Try again',
  close: 'Close',
  cancel: 'Cancel',
  save: 'Save',
  copy: 'Copy',
  copied: 'Copied',
  more: 'Show more',
  find: 'Search',
  all: 'Show all',
  selectAll: 'Select all that are shown',
  selectRow: (name: string) => `Select ${name}`,
  drawing: (what: string) => `${what}: the picture is being drawn`,
  requestId: (id: string) => `The service has noted it as ${id}.`,

  sections: {
    home: 'Start',
    templates: 'Templates',
    library: 'Library',
    orders: 'Orders',
    batches: 'Batches',
    storefronts: 'Storefronts',
    developers: 'Developers',
    team: 'Team',
  },

  notFound: {
    title: 'Nothing is here',
    text: 'The address may be mistyped, or what was here is gone.',
    home: 'To the start page',
  },
  failed: {
    title: 'This part could not be loaded',
    text: 'The connection may be gone, or Platen was brought up to date meanwhile. Nothing of your work is lost.',
    reload: 'Load the page again',
  },
  leaving: {
    title: 'Leave without saving?',
    text: 'What you changed here has not been saved.',
    stay: 'Stay here',
    leave: 'Leave without saving',
  },

  user: {
    menu: (name: string) => `${name}: your account`,
    account: 'Your account',
    light: 'Light',
    dark: 'Dark',
    auto: 'Light or dark as your device',
    docs: 'Interface documentation',
    signOut: 'Sign out',
  },
  roles: { owner: 'Owner', editor: 'Editor', viewer: 'Viewer' },

  signIn: {
    title: 'Sign in',
    lead: 'The console of your print shop.',
    email: 'E-mail',
    passphrase: 'Passphrase',
    show: 'Show the passphrase',
    submit: 'Sign in',
    wrong: 'E-mail and passphrase do not go together. Check both and try again.',
    tooOften: (minutes: number) =>
      minutes <= 1
        ? 'Too many attempts. Wait a minute, then try again.'
        : `Too many attempts. Wait ${minutes} minutes, then try again.`,
    forgotten: 'Passphrase forgotten? Ask an owner of your team for a new link.',
    again: 'Sign in again',
    againText: 'Your session has ended. What you typed is still here; sign in to go on.',
    address: (address: string) =>
      `This page was opened at another address than the service's own. Open the console at ${address}`,
  },

  join: {
    title: 'Your first sign-in',
    inviteTitle: (team: string) => `Join ${team}`,
    resetTitle: 'A new passphrase',
    lead: 'You are the first one here and will be an owner: you can invite the others of your shop later.',
    inviteLead: (role: string) => `You were invited. Your role: ${role}.`,
    resetLead: (name: string) => `${name}, choose a new passphrase. You will be signed out everywhere else.`,
    name: 'Your name',
    email: 'E-mail',
    emailHint: 'You sign in with it. Nothing is sent to it.',
    passphrase: 'Passphrase',
    passphraseHint: 'At least 12 characters. A few words of your own are easy to remember and hard to guess.',
    submit: 'Go to the console',
    tooShort: 'A passphrase has at least 12 characters.',
    tooLong: 'A passphrase has at most 200 characters.',
    obvious: 'This passphrase is among the first that are guessed. Choose words that nobody would expect.',
    nameMissing: 'Please give your name.',
    emailInvalid: 'This is no e-mail address.',
    emailTaken: 'Somebody else signs in with this e-mail already.',
    goneTitle: 'This link opens nothing any more',
    goneText:
      'A link opens once, and within 24 hours. Ask an owner of your team for a new one, or make one where the service runs: platen users link',
    signIn: 'Sign in',
  },

  trouble: {
    no_network:
      'The service cannot be reached. Check your connection and try again; nothing was lost on this page.',
    rate_limited: 'Too much at once. Wait a moment, then try again.',
    insufficient_scope: 'Your role does not allow this. Ask an owner of your team.',
    key_type_not_allowed: 'Only owners of the team may do this.',
    invalid_console_session: 'Your session has ended. Sign in again.',
    origin_not_allowed:
      'The page was opened at another address than the service’s own. Open the console at its own address and try again.',
    not_found: 'It is not there any more. Somebody may have removed it.',
    internal_error: 'Something went wrong in the service. Nothing was changed; try again in a moment.',
    overloaded: 'The service is busy. Try again in a moment.',
    shutting_down: 'The service is being restarted. Try again in a moment.',
    database_unavailable: 'The database does not answer. Try again in a moment.',
    disk_full:
      'The disk of the service is full: nothing can be saved until there is room. Tell whoever runs the service.',
    disk_read_only:
      'The disk of the service is read-only: nothing can be saved until it can be written again. Tell whoever runs the service.',
    files_unavailable:
      'Files cannot be written at the moment. Whoever runs the service should look at its disk.',
    payload_too_large: 'The file is too large.',
    subscription_inactive: 'The subscription is not active: no new work is taken.',
    render_limit_exceeded: 'The print allowance of this month is used up.',
  },
}

export type Words = typeof en
