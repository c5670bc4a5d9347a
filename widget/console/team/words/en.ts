/** The words of the team's page. */

export const en = {
  title: 'Team',
  lead: 'Who works in the console, and what they may do.',
  ownersOnly: 'Only owners see who is in the team. Ask one of them if something has to change.',
  invite: 'Invite somebody',
  empty: {
    title: 'You are alone here',
    text: 'Invite those who work with you. Each gets a link of their own and chooses a passphrase.',
  },
  table: 'People of the team',
  columns: {
    name: 'Name',
    email: 'E-mail',
    role: 'Role',
    state: 'State',
    seen: 'Last sign-in',
    actions: 'Actions',
  },
  you: 'you',
  never: 'never',
  states: { invited: 'Invited', active: 'Active', disabled: 'Disabled' },
  roles: {
    owner: 'Everything, also keys, people, connections and erasing.',
    editor: 'The daily work: templates, orders, batches, pictures and fonts.',
    viewer: 'Looks at everything, changes nothing.',
  },
  actions: (name: string) => `What to do with ${name}`,
  changeRole: 'Change the role …',
  newLink: 'New link for the passphrase …',
  newInvitation: 'New invitation link …',
  disable: 'Disable …',
  enable: 'Enable again',

  inviteDialog: {
    title: 'Invite somebody',
    email: 'Their e-mail',
    emailHint: 'They sign in with it. Platen sends no mail: you give them the link yourself.',
    role: 'Role',
    submit: 'Make the link',
    taken: 'Somebody signs in with this e-mail already.',
  },
  link: {
    title: 'The link',
    invited: (email: string) => `Give this link to ${email}. It opens once, within 24 hours.`,
    reset: (name: string) =>
      `With this link ${name} chooses a new passphrase. It opens once, within 24 hours.`,
    label: 'One-time link',
    once: 'It is shown this once. Whoever has it comes in: send it by a way that others do not read.',
    done: 'Done',
  },
  roleDialog: {
    title: (name: string) => `The role of ${name}`,
    hint: 'It holds at once, also where they are signed in.',
    saved: (name: string, role: string) => `${name} is ${role} now.`,
  },
  disableDialog: {
    title: (name: string) => `Disable ${name}?`,
    text: 'They are signed out everywhere and cannot come in any more. What they have done stays. You can enable them again.',
    submit: 'Disable',
    done: (name: string) => `${name} is disabled.`,
  },
  enabled: (name: string) => `${name} can sign in again.`,
  lastOwner: 'A team keeps at least one owner. Make somebody else an owner first.',
}

export type Words = typeof en
