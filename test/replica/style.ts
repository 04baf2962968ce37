/** Enough of a look that a person recognises a chat, and that scrollers scroll. */
export const style = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { margin: 0; display: flex; height: 100vh; overflow: hidden; }
.sr-only, .cdk-visually-hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.sidebar { width: 220px; height: 100vh; overflow-y: auto; flex: none; display: flex; flex-direction: column; gap: 6px; padding: 12px; box-sizing: border-box; background: light-dark(#f4f4f4, #1c1c1e); }
.sidebar a { color: inherit; text-decoration: none; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; flex: none; }
.column, .scroll { flex: 1; min-width: 0; }
.column { display: flex; flex-direction: column; height: 100vh; }
main[data-app-shell-main-surface] { flex: 1; min-height: 0; display: flex; }
.page, .stack { flex: 1; display: flex; min-width: 0; }
.stack { flex-direction: column; min-height: 0; }
.relative { position: relative; }
.scroll { overflow-y: auto; padding: 0 24px; }
.reverse { display: flex; flex-direction: column-reverse; }
#thread-bottom-container { position: sticky; bottom: 0; background: Canvas; padding: 8px 0; }
.composer { display: flex; gap: 8px; max-width: 720px; width: 100%; margin: 0 auto 12px; }
.composer textarea { flex: 1; font: inherit; padding: 10px 14px; border-radius: 18px; resize: none; height: 44px; box-sizing: border-box; }
section[data-turn], [data-exchange], [role=article], .conversation-container { max-width: 720px; margin: 0 auto; overflow: hidden; }
[data-row][style*="height: 1"], [data-rs-index][style*="height: 1"] { overflow: hidden; }
.user-message-bubble-color, [data-user-message-bubble], .cds-user-message-body, .query-content { background: light-dark(#ececf4, #2e2e36); border-radius: 18px; padding: 8px 14px; width: fit-content; max-width: 80%; margin: 12px 0 4px auto; overflow-wrap: anywhere; }
.whitespace-pre-wrap { white-space: pre-wrap; }
button { font: inherit; font-size: 12px; border: 0; border-radius: 8px; padding: 3px 8px; color: inherit; background: light-dark(#eeeeee, #333338); }
.composer button { font-size: 16px; border-radius: 99px; width: 44px; height: 44px; }
.edit { display: flex; gap: 8px; align-items: end; }
.edit textarea { flex: 1; font: inherit; min-height: 60px; }
.inline-flex { display: inline-flex; align-items: center; gap: 4px; font-size: 12px; }
body > [role=menu] { position: fixed; bottom: 80px; right: 40px; }
pre { background: light-dark(#f4f4f4, #1c1c1e); border-radius: 10px; padding: 10px; overflow-x: auto; margin: 0; }
pre pre { padding: 0; }
.fixed { display: none; }
.conversation-container { content-visibility: auto; contain-intrinsic-size: auto 300px; }
.hidden-content-image-cache { display: none; }
[data-testid=user-message] p { margin: 4px 0; }
.sidebar gem-nav-list-item { flex: none; }
.sidebar gem-nav-list-item a { display: block; }
.query-text-line { margin: 0; min-height: 1.5em; }
user-query, model-response, response-container, model-response-content, message-content, code-block, message-actions, mat-progress-bar, gem-nav-list-item { display: block; }
mat-progress-bar { height: 4px; background: light-dark(#8ab4f8, #335); }
[role=separator] { text-align: center; font-size: 12px; opacity: .6; }
`;
