/** The words of the start page and of the first-run tour. */

export const en = {
  title: (name: string) => `Hello, ${name}`,
  page: 'Start',

  invite: {
    title: 'From a template to a press PDF in five minutes',
    text: 'A wedding card is here as a sample. Put two names on it, look at it as it will print, and take the press PDF home.',
    go: 'Take the tour',
    hide: 'Not now',
    again: 'Take the tour again',
  },
  upload: {
    title: 'Begin with a print PDF',
    text: 'Upload a PDF of your own: it becomes a template that shoppers fill in. Form fields in it are found; every other text can be made a field.',
    go: 'Upload a PDF',
    wait: 'No template is here yet. Somebody who may edit has to upload a PDF first.',
  },
  orders: {
    title: 'Latest orders',
    all: 'All orders',
    empty: 'No orders yet. They come in from your shop, from the page of a template, or by the interface.',
    reference: 'Order',
    template: 'Template',
    state: 'State',
    time: 'Changed',
    none: 'no order number yet',
  },
  templates: { title: 'Templates', all: 'All templates', empty: 'No templates yet.' },
  usage: {
    title: 'This month',
    printed: (count: string) => `${count} press PDFs`,
    of: (count: string, limit: string) => `${count} of ${limit} press PDFs`,
    until: (day: string) => `Counted anew on ${day}.`,
  },

  tour: {
    title: 'The tour',
    back: 'Start',
    steps: { look: 'The template', fill: 'Fill it in', print: 'The press PDF' },
    step: (now: number, all: number) => `Step ${now} of ${all}`,
    picture: (title: string) => `${title}, as it will print`,
    look: {
      title: (title: string) => `This is “${title}”`,
      text: 'A finished print PDF, made fillable. The artwork stays exactly as it was uploaded; only the fields are set anew, in the ink that they belong to.',
      fields: 'What can be filled in',
      inks: 'Inks of the fields',
      size: 'Size',
      next: 'Fill it in',
    },
    fill: {
      title: 'Fill it in as a shopper does',
      text: 'The picture is drawn from the same layout as the press PDF: what fits here, fits on the press.',
      next: 'Print it',
      tooLong: (most: string) => `At most ${most} characters.`,
      problems: 'Something does not fit yet. Change the words until the picture is as you want it.',
    },
    print: {
      title: 'Your press PDF is ready',
      text: 'Its artwork is untouched, and what you typed stands on the plates of its inks. It is an order like every other: you find it among the orders.',
      download: 'Download the press PDF',
      downloaded: 'Downloaded. Open it in your prepress software: every ink is a plate of its own.',
      file: 'File',
      pages: 'Pages',
      inks: 'Plates of the fields',
      preflight: 'Preflight',
      preflights: {
        pass: 'Nothing to object to',
        warn: 'Looked at, with remarks',
        fail: 'Not fit to print',
        pending: 'Still being looked at',
      },
      order: 'Order',
      next: 'What comes next',
      own: 'Upload a PDF of your own',
      team: 'Invite your colleagues',
      shop: 'Connect your shop',
      see: 'See the order',
    },
    none: {
      title: 'There is no template to show',
      text: 'The tour needs a template that is live. Upload a PDF and publish it, then come back.',
      go: 'To the templates',
    },
    readers: 'Your role looks on: the tour prints something, and needs somebody who may edit.',
  },
}

export type Words = typeof en
