document.getElementById('result').submit()
