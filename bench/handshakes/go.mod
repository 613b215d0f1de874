module evenkeel.io/bench/handshakes

go 1.19
