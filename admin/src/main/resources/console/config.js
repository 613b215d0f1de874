// SPDX-License-Identifier: Apache-2.0
// In the editor: the place of the cursor, and buttons that lead to the line of a problem.

const text = document.getElementById('text');
const caret = document.getElementById('caret');

// Columns count characters as people see them; positions in a text area count UTF-16 units.
function position(line, column) {
  const lines = text.value.split('\n');
  const before = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
  return before + [...(lines[line - 1] ?? '')].slice(0, column - 1).join('').length;
}

function say() {
  const before = text.value.slice(0, text.selectionStart).split('\n');
  caret.textContent = `line ${before.length}, column ${[...before[before.length - 1]].length + 1}`;
}

for (const button of document.querySelectorAll('[data-line]')) {
  button.addEventListener('click', () => {
    const { line, column, length } = button.dataset;
    const from = position(Number(line), Number(column));
    text.focus();
    text.setSelectionRange(from, from + Number(length));
    text.scrollTop = (Number(line) - 6) * parseFloat(getComputedStyle(text).lineHeight);
    text.scrollIntoView({ block: 'nearest' });
    say();
  });
}
for (const event of ['keyup', 'click', 'input', 'focus']) {
  text.addEventListener(event, say);
}
say();
