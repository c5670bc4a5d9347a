/** Services that tests start as programs draw nothing beforehand: it takes longer than most tests. Some ask for it. */
process.env.PREVIEW_WARM_UP ??= 'false'
